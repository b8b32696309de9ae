import { Type } from 'typebox';
import type { AppError, ErrorKind } from '../../platform/errors/app-error.ts';
import type { ErrorForm } from '../../platform/http/error-form.ts';
import { renderError } from './views/error-view.ts';

const titles: Partial<Readonly<Record<ErrorKind, string>>> = {
  unauthenticated: 'That did not work',
  forbidden: 'You may not do that',
  notFound: 'There is nothing here',
  tooManyRequests: 'Too many requests',
  unavailable: 'We are busy just now',
  unexpected: 'Something went wrong on our side',
  dependencyFailed: 'Something went wrong on our side',
  timeout: 'That took too long',
};
const titleOf = (error: AppError): string => {
  if (error.code === 'sign-in.ended') return 'This sign-in has ended';
  if (error.code === 'link.invalid') return 'This link does not work any more';
  return titles[error.kind] ?? 'That did not work';
};

const advice: Readonly<Record<string, string>> = {
  'link.invalid':
    'Links work once and for a limited time. Ask for a new one: with “Forgotten?” on the sign-in page, or from whoever invited you.',
};

/** Errors of the pages are pages: what went wrong, what to do, and the support code. */
export const pageErrorForm: ErrorForm = {
  mediaType: 'text/html; charset=utf-8',
  schemaOf: () => Type.String(),
  render: (error, { supportCode }) =>
    renderError({ title: titleOf(error), text: error.message, advice: advice[error.code], supportCode }).toString(),
};
