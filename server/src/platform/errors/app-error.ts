/**
 * What went wrong, independent of any wire form. Each area turns a kind into its status and body in one place.
 */
export const errorKinds = [
  'ambiguous',
  'invalid',
  'unauthenticated',
  'forbidden',
  'notFound',
  'methodNotAllowed',
  'policyViolated',
  'timeout',
  'conflict',
  'preconditionFailed',
  'tooLarge',
  'addressTooLong',
  'unsupportedMediaType',
  'rangeNotSatisfiable',
  'unprocessable',
  'locked',
  'tooManyRequests',
  'unexpected',
  'dependencyFailed',
  'unavailable',
] as const;

export type ErrorKind = (typeof errorKinds)[number];

/** One place in the input that is wrong: `path` is a JSON pointer into the part named by `in`. */
export interface ErrorDetail {
  readonly in: 'body' | 'query' | 'path' | 'header';
  readonly path: string;
  readonly message: string;
}

export interface ErrorExtras {
  /** The places in the input that are wrong. */
  readonly details?: readonly ErrorDetail[];
  /** For the log only, never shown to a client. */
  readonly cause?: unknown;
  /** Response headers that go with the error, such as Retry-After. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The only error class that operations throw. `code` is stable and reads `noun.reason`; `message` is for people and
 * never holds a secret, a path of the machine, or SQL.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ErrorKind, code: string, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.details = extras.details ?? [];
    this.headers = extras.headers ?? {};
  }
}
