import type { Readable } from 'node:stream';
import { addSignal } from '../add-signal.ts';
import { blobDamaged, storeFailed } from '../blob-error.ts';
import { isPartial, resolveBlobRange } from '../blob-range.ts';
import type { BlobContent, BlobProperties, GetOptions } from '../blob-store.ts';
import { checkedBody } from './checked-body.ts';

export interface Download {
  readonly properties: Omit<BlobProperties, 'size'>;
  readonly source: Readable;
  readonly contentLength: number | undefined;
  readonly contentRange: string | undefined;
}

/** The Range header of a read, or undefined when everything is wanted (an empty blob has no range at all). */
export const rangeHeader = (options: GetOptions): string | undefined =>
  isPartial(options) ? `bytes=${options.start ?? 0}-${options.end ?? ''}` : undefined;

const totalSize = (download: Download): number | undefined => {
  if (download.contentRange === undefined) return download.contentLength;
  // Only the size here: some stores write odd ranges for an empty blob, which is then refused for its size.
  const total = /\/(\d+)$/.exec(download.contentRange)?.[1];
  return total === undefined ? undefined : Number(total);
};

/** Holds what a store is about to send against what was asked: the same range, of a blob of the expected size. */
export const checkDownload = (download: Download, options: GetOptions, stallMs: number): BlobContent => {
  try {
    const size = totalSize(download);
    if (size === undefined) throw storeFailed(new Error('The answer does not tell the size of the blob.'));
    if (options.size !== undefined && options.size !== size) throw blobDamaged(size, options.size);
    const { start, length } = resolveBlobRange(options, size);
    const answered = download.contentRange?.startsWith(`bytes ${start}-${start + length - 1}/`) ?? !isPartial(options);
    if (!answered || download.contentLength !== length) {
      throw storeFailed(new Error('The answer does not hold the range that was asked for.'));
    }
    const body = addSignal(checkedBody(download.source, length, stallMs), options.signal);
    return { ...download.properties, size, start, length, body };
  } catch (error) {
    // Its own errors have no reader any more.
    download.source.on('error', () => {}).destroy();
    throw error;
  }
};
