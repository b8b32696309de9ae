import { AppError, type ErrorKind } from '../errors/app-error.ts';

/** What a violated constraint means to the caller, by the constraint's name. */
export type ConstraintRules = Readonly<
  Record<string, { readonly kind: ErrorKind; readonly code: string; readonly message: string }>
>;

interface PostgresError extends Error {
  readonly code: string;
  readonly constraint?: string;
}

const isPostgresError = (error: unknown): error is PostgresError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);

const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|did not answer in time|Client has encountered a connection error|Client was closed/;
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const isLostConnection = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (lostConnection.test(error.message)) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return (
    typeof code === 'string' &&
    socketCodes.has(code) &&
    (syscall === 'connect' || syscall === 'read' || syscall === 'write' || syscall === 'getaddrinfo')
  );
};

const unavailable = (code: string, message: string, cause: unknown): AppError =>
  new AppError('unavailable', code, message, { cause, headers: { 'retry-after': '2' } });

/** Turns what PostgreSQL or its driver threw into an error that may be shown; undefined when it is neither. */
export const translateDatabaseError = (error: unknown, rules: ConstraintRules): AppError | undefined => {
  if (isPostgresError(error)) return translatePostgresError(error, rules);
  if (isLostConnection(error)) {
    return unavailable('database.unreachable', 'The database does not answer at the moment. Try again shortly.', error);
  }
  return undefined;
};

const translatePostgresError = (error: PostgresError, rules: ConstraintRules): AppError | undefined => {
  const rule = error.constraint === undefined ? undefined : rules[error.constraint];
  if (rule !== undefined) return new AppError(rule.kind, rule.code, rule.message, { cause: error });
  const group = error.code.slice(0, 2);
  if (error.code === '53100') {
    return unavailable('database.disk-full', 'The store has no room left: reading works, writing does not.', error);
  }
  if (error.code === '57014' || error.code === '55P03') {
    return unavailable('database.busy', 'The database took too long. Try again shortly.', error);
  }
  if (['08', '53', '57'].includes(group) || error.code === '25006') {
    return unavailable('database.unreachable', 'The database does not answer at the moment. Try again shortly.', error);
  }
  if (error.code === '40001' || error.code === '40P01') {
    return new AppError(
      'conflict',
      'database.contended',
      'Somebody else changed the same thing at the same time. Try again.',
      { cause: error },
    );
  }
  // A reference that was checked, to something that was deleted before it was written down.
  if (error.code === '23503') {
    return new AppError(
      'conflict',
      'reference.gone',
      'Something that the request refers to was deleted at the same time, or is still in use.',
      { cause: error },
    );
  }
  // Data exceptions: a NUL in a text, a number out of range, an id that is none.
  if (group === '22') {
    return new AppError('invalid', 'request.invalid', 'The request holds a value that cannot be stored.', {
      cause: error,
    });
  }
  return undefined;
};
