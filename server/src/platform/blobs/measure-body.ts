import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../errors/app-error.ts';
import { sizeMismatch } from './blob-error.ts';
import type { BlobBody } from './blob-store.ts';

export interface MeasuredBody {
  /** The bytes, passed on once. Throws what the body or the signal throws, or `blob.sizeMismatch`. */
  readonly chunks: AsyncGenerator<Buffer, void>;
  /** What went through; complete once `chunks` has ended. */
  readonly total: () => { readonly size: number; readonly sha256: string };
}

const toBytes = (chunk: unknown): Buffer => {
  if (Buffer.isBuffer(chunk)) return chunk;
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (typeof chunk === 'string') return Buffer.from(chunk);
  throw new TypeError('The body of a blob must consist of bytes.');
};

/**
 * Steps through the body, and leaves at once when the signal fires even if the body is silent. One listener with a
 * replaceable target rather than a race per chunk: reactions on one long promise would pile up over a long upload.
 */
async function* interruptible(body: BlobBody, signal: AbortSignal | undefined): AsyncGenerator<unknown, void> {
  signal?.throwIfAborted();
  // An early exit must not destroy the body: a request that is destroyed can no longer be answered.
  const steps: AsyncIterator<unknown> =
    body instanceof Readable ? body.iterator({ destroyOnReturn: false }) : body[Symbol.asyncIterator]();
  let leave: (reason: unknown) => void = () => {};
  const onAbort = () => leave(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  let ended = false;
  try {
    while (true) {
      const step = await new Promise<IteratorResult<unknown>>((resolve, reject) => {
        leave = reject;
        steps.next().then(resolve, reject);
        if (signal?.aborted) reject(signal.reason);
      });
      ended = step.done === true;
      if (ended) return;
      yield step.value;
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    // Not awaited: behind a silent body it would wait as long as the body does.
    if (!ended) steps.return?.().catch(() => {});
  }
}

/** Counts and hashes what goes through, and holds it against the size that was announced. */
export const measureBody = (
  body: BlobBody,
  expected: { readonly size?: number | undefined; readonly signal?: AbortSignal | undefined },
): MeasuredBody => {
  if (expected.size !== undefined && !(Number.isSafeInteger(expected.size) && expected.size >= 0)) {
    throw new AppError('invalid', 'blob.sizeInvalid', 'The announced size of a blob must be a whole number from 0.');
  }
  const hash = createHash('sha256');
  let size = 0;
  async function* chunks(): AsyncGenerator<Buffer, void> {
    for await (const chunk of interruptible(body, expected.signal)) {
      const bytes = toBytes(chunk);
      if (bytes.length === 0) continue;
      size += bytes.length;
      if (expected.size !== undefined && size > expected.size) throw sizeMismatch(size, expected.size);
      hash.update(bytes);
      yield bytes;
    }
    if (expected.size !== undefined && size < expected.size) throw sizeMismatch(size, expected.size);
  }
  return { chunks: chunks(), total: () => ({ size, sha256: hash.copy().digest('hex') }) };
};
