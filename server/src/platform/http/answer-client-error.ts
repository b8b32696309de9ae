import type { Socket } from 'node:net';
import { AppError, type ErrorKind } from '../errors/app-error.ts';
import { statusOfKind } from '../errors/status-of-kind.ts';
import { problemForm } from './problem-form.ts';
import { chooseSupportCode, supportCodeHeader } from './support-code.ts';

const meanings: Readonly<Record<string, readonly [ErrorKind | 'headersTooLarge', string, string]>> = {
  HPE_HEADER_OVERFLOW: ['headersTooLarge', 'headers.too-large', 'The headers are larger than this server accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['timeout', 'request.slow', 'The request took too long to arrive.'],
};
const otherwise = ['invalid', 'request.malformed', 'This is not a valid HTTP request.'] as const;

/** Answers what never became a request: broken HTTP, headers that are too large or too slow. */
export const answerClientError = (failure: Error & { code?: string }, socket: Socket): void => {
  if (!socket.writable || failure.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [kind, code, message] = meanings[failure.code ?? ''] ?? otherwise;
  const status = kind === 'headersTooLarge' ? 431 : statusOfKind[kind];
  const error = new AppError(kind === 'headersTooLarge' ? 'tooLarge' : kind, code, message);
  const supportCode = chooseSupportCode(undefined);
  const body = JSON.stringify(problemForm.render(error, { supportCode, status }));
  socket.end(
    [
      `HTTP/1.1 ${status} ${status === 408 ? 'Request Timeout' : status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
      `${supportCodeHeader}: ${supportCode}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
};
