import type { Answer } from '../../platform/http/route.ts';
import { directoryErrorForm } from '../error-form.ts';

const descriptions: Readonly<Record<number, string>> = {
  300: 'The application is linked to several services.',
  400: 'A parameter or the body is wrong.',
  401: 'The subscription key or the access token is missing or not valid.',
  403: 'The caller may not do this.',
  404: 'Not found.',
  500: 'Unexpected error.',
  502: 'A dependency failed.',
};

const usual = [400, 401, 403, 404, 500, 502];

/** The errors that the specification lists for an operation. */
export const failures = (...more: readonly number[]): Readonly<Record<number, Answer>> =>
  Object.fromEntries(
    [...more, ...usual].map((status) => [
      status,
      { description: descriptions[status] ?? 'Error.', schema: directoryErrorForm.schemaOf(status) },
    ]),
  );
