import { AppError, type ErrorKind } from '../platform/errors/app-error.ts';
import type { ErrorForm } from '../platform/http/error-form.ts';
import { AuthError, ErrorDetail, ValidationError } from './wire/errors.ts';

/** An error with something to say in `information`, for programs to read. */
export class InformedError extends AppError {
  readonly information: string;

  constructor(kind: ErrorKind, code: string, message: string, information: string) {
    super(kind, code, message);
    this.information = information;
  }
}

/** What went wrong, as a number (contract B2). Policies that are violated say their own. */
export const subCodes = {
  subscriptionMissing: 0,
  notFound: 1,
  ambiguous: 2,
  dependencyFailed: 3,
  termsMissing: 3,
  unexpected: 4,
  unreadable: 8,
  invalid: 10,
  forbidden: 100,
  noPrincipal: 101,
} as const;

const subCodeOfKind: Readonly<Record<ErrorKind, number>> = {
  ambiguous: subCodes.ambiguous,
  invalid: subCodes.invalid,
  unauthenticated: subCodes.noPrincipal,
  forbidden: subCodes.forbidden,
  notFound: subCodes.notFound,
  methodNotAllowed: subCodes.notFound,
  policyViolated: subCodes.subscriptionMissing,
  timeout: subCodes.unreadable,
  conflict: subCodes.invalid,
  preconditionFailed: subCodes.invalid,
  tooLarge: subCodes.unreadable,
  addressTooLong: subCodes.invalid,
  unsupportedMediaType: subCodes.unreadable,
  rangeNotSatisfiable: subCodes.invalid,
  unprocessable: subCodes.invalid,
  locked: subCodes.invalid,
  tooManyRequests: subCodes.forbidden,
  unexpected: subCodes.unexpected,
  dependencyFailed: subCodes.dependencyFailed,
  unavailable: subCodes.dependencyFailed,
};

/** A body that cannot be read at all is something else than one with a wrong value in it. */
const subCodeOf = ({ kind, code }: AppError): number =>
  kind === 'invalid' && code.startsWith('body.') ? subCodes.unreadable : subCodeOfKind[kind];

/** All places that are wrong where there are several, and otherwise the stable code of the error. */
const informationOf = (error: AppError): string => {
  if (error instanceof InformedError) return error.information;
  return error.details.length > 1 ? error.details.map(({ message }) => message).join(' ') : error.code;
};

const schemaOf = (status: number) => {
  if (status === 401 || status === 403) return AuthError;
  return status === 406 ? ValidationError : ErrorDetail;
};

/** Stores that do not answer are calls to a dependency that failed, for which the specification has 502 and no 503. */
const isStore = /^(database|blobStore)\./;

/** Contract B2, B3: AuthError for 401 and 403, ValidationError for 406, ErrorDetail for everything else. */
export const directoryErrorForm = {
  mediaType: undefined,
  schemaOf,
  statusOf: ({ kind, code }) => (kind === 'unavailable' && isStore.test(code) ? 502 : undefined),
  render: (error, { supportCode, status }) => {
    if (status === 401 || status === 403) return { Message: error.message } satisfies AuthError;
    return {
      message: error.message,
      information: informationOf(error),
      subCode: subCodeOf(error),
      supportCode,
    } satisfies ErrorDetail;
  },
} satisfies ErrorForm;
