import { type ConstraintRules, translateDatabaseError } from '../database/translate-database-error.ts';
import { AppError, type ErrorKind } from '../errors/app-error.ts';

/** What Fastify and Node throw for what a client sent, by their code. Their own messages are not shown. */
const known: Readonly<Record<string, readonly [ErrorKind, string, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['tooLarge', 'body.too-large', 'The body is larger than this operation accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupportedMediaType',
    'body.media-type',
    'This operation does not accept that Content-Type.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid', 'body.length', 'The body is not as long as Content-Length says.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid', 'body.empty', 'The body is empty, and this operation needs one.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid', 'body.unreadable', 'The body is not valid JSON.'],
  FST_ERR_BAD_URL: ['invalid', 'url.malformed', 'The address is not a valid URL path.'],
  FST_ERR_MAX_PARAM_LENGTH: ['addressTooLong', 'url.too-long', 'A segment of the address is too long.'],
  FST_ERR_ASYNC_CONSTRAINT: ['invalid', 'request.invalid', 'The request could not be routed.'],
  ERR_INVALID_CHAR: [
    'invalid',
    'request.invalid',
    'The request holds a character that cannot be sent back in a header.',
  ],
  ECONNRESET: ['timeout', 'body.cut', 'The connection was closed before the body was complete.'],
};

/** Turns whatever was thrown into an AppError. What nobody foresaw becomes "unexpected" and says nothing of its cause. */
export const toAppError = (error: unknown, rules: ConstraintRules): AppError => {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const entry = known[code];
  if (entry !== undefined && !('syscall' in (error as Error))) return new AppError(...entry, { cause: error });
  return (
    translateDatabaseError(error, rules) ??
    new AppError(
      'unexpected',
      'server.unexpected',
      'Something went wrong on our side. The support code finds it in the log.',
      {
        cause: error,
      },
    )
  );
};
