import { blobTooLarge } from '../blob-error.ts';
import type { BlobBody, PutOptions, StoredBlob } from '../blob-store.ts';
import { measureBody } from '../measure-body.ts';
import { cutIntoParts } from './cut-into-parts.ts';
import { mostParts, type ObjectStoreLimits, partSizeFor } from './object-store-limits.ts';

/** What a store must be able to do for an upload. Each call is bounded in time and rejects with an AppError. */
export interface PartSink {
  /** Stores a small blob in one step. Returns the etag. */
  readonly whole: (bytes: Buffer) => Promise<string>;
  readonly begin: () => Promise<void>;
  /** Numbers count from 1. */
  readonly part: (number: number, bytes: Buffer, signal: AbortSignal) => Promise<void>;
  /** Makes the blob visible. Returns the etag. */
  readonly commit: () => Promise<string>;
  /** Gives up what was begun; never rejects. */
  readonly discard: () => Promise<void>;
}

/**
 * Uploads a body of any length with a bounded number of parts in memory. The step that makes the blob visible is only
 * taken once the body has ended well and is no longer interruptible: half a blob is never seen.
 */
export const uploadInParts = async (
  key: string,
  body: BlobBody,
  options: PutOptions,
  sink: PartSink,
  limits: ObjectStoreLimits,
): Promise<StoredBlob> => {
  // A part that fails stops the body too, with the same error, even while the body is silent.
  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const measured = measureBody(body, { size: options.size, signal });
  const partSize = partSizeFor(options.size, limits);
  const onTheirWay = new Set<Promise<void>>();
  let number = 0;
  try {
    for await (const part of cutIntoParts(measured.chunks, partSize)) {
      if (number === 0 && part.last) {
        signal.throwIfAborted();
        return { key, ...measured.total(), etag: await sink.whole(part.bytes) };
      }
      if (number === 0) await sink.begin();
      number += 1;
      if (number > mostParts) throw blobTooLarge(partSize * mostParts);
      const sending = sink.part(number, part.bytes, signal).then(
        () => {
          onTheirWay.delete(sending);
        },
        (error: unknown) => stop.abort(error),
      );
      onTheirWay.add(sending);
      if (onTheirWay.size >= limits.parallelParts) await Promise.race(onTheirWay);
      signal.throwIfAborted();
    }
    await Promise.all(onTheirWay);
    signal.throwIfAborted();
    return { key, ...measured.total(), etag: await sink.commit() };
  } catch (error) {
    stop.abort(error);
    await Promise.all(onTheirWay);
    if (number > 0) await sink.discard();
    throw error;
  }
};
