import { Buffer, isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

const tooLarge = (limit: number): AppError =>
  new AppError('tooLarge', 'body.too-large', `The body is larger than the ${limit} bytes that this operation accepts.`);

const cut = (cause?: unknown): AppError =>
  new AppError('timeout', 'body.cut', 'The connection was closed before the body was complete.', { cause });

/** The bytes of a body, up to the limit of its route; none when the request has no body at all. */
export const readBytes = async (request: FastifyRequest, stream: Readable | undefined): Promise<Buffer> => {
  if (stream === undefined || stream === null) return Buffer.alloc(0);
  const limit = request.routeOptions.bodyLimit;
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: AppError) => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) settle(tooLarge(limit));
      else chunks.push(chunk);
    };
    const onEnd = () => settle();
    const onError = (error: Error) => settle(error instanceof AppError ? error : cut(error));
    const onClose = () => settle(cut());
    stream.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
  if (!Number.isNaN(announced) && announced !== length) {
    throw new AppError('invalid', 'body.length', 'The body is not as long as Content-Length says.');
  }
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length);
};

const charsetPattern = /;\s*charset\s*=\s*"?([^";\s]*)/i;
const readable = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

const unsupported = (code: string, message: string): AppError => new AppError('unsupportedMediaType', code, message);

/** A byte order mark, or `<`, `{`, `[` in two bytes. */
const utf16Starts = new Set([0xfeff, 0xfffe, 0x003c, 0x3c00, 0x007b, 0x7b00, 0x005b, 0x5b00]);

const isUtf16 = (bytes: Buffer): boolean => bytes.length >= 2 && utf16Starts.has(bytes.readUInt16BE(0));

/** The text of a body. UTF-8 is the only encoding that JSON has, and the only one that we read for XML. */
export const decodeText = (bytes: Buffer, headers: FastifyRequest['headers']): string => {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity') {
    throw unsupported('body.encoding', 'Bodies are read without Content-Encoding only.');
  }
  const charset = charsetPattern.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== '' && !readable.has(charset)) {
    throw unsupported('body.charset', 'Bodies are read in UTF-8 only, and Content-Type names another charset.');
  }
  if (isUtf16(bytes))
    throw unsupported('body.charset', 'Bodies are read in UTF-8 only, and this one looks like UTF-16.');
  if (!isUtf8(bytes)) throw new AppError('invalid', 'body.unreadable', 'The body is not valid UTF-8.');
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
};
