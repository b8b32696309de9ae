import { STATUS_CODES } from 'node:http';
import { Type } from 'typebox';
import type { ErrorForm } from './error-form.ts';

const problem = Type.Object(
  {
    type: Type.String({ description: 'Stable code of the problem, as a URN.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    traceId: Type.String({ description: 'Equals the x-supportCode header.' }),
    errors: Type.Optional(
      Type.Array(Type.Object({ in: Type.String(), path: Type.String(), message: Type.String() }), {
        description: 'The places in the request that are wrong.',
      }),
    ),
  },
  { title: 'Problem', description: 'An error (RFC 9457).' },
);

/** application/problem+json, for area C and the portal (contract C18, P3) and for what lies outside all areas. */
export const problemForm = {
  mediaType: 'application/problem+json; charset=utf-8',
  schemaOf: () => problem,
  render: (error, { supportCode, status }) => ({
    type: `urn:portolan:problem:${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    traceId: supportCode,
    ...(error.details.length > 0 ? { errors: error.details } : {}),
  }),
} satisfies ErrorForm;
