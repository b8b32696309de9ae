import type { ErrorKind } from './app-error.ts';

/** The HTTP status of each kind of error. The same in every area: only the body differs. */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  ambiguous: 300,
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  policyViolated: 406,
  timeout: 408,
  conflict: 409,
  preconditionFailed: 412,
  tooLarge: 413,
  addressTooLong: 414,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  unprocessable: 422,
  locked: 423,
  tooManyRequests: 429,
  unexpected: 500,
  dependencyFailed: 502,
  unavailable: 503,
};
