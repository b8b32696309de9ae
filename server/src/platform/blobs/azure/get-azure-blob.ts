import { Readable } from 'node:stream';
import { storeFailed } from '../blob-error.ts';
import { rangeNotSatisfiable } from '../blob-range.ts';
import type { BlobContent, GetOptions } from '../blob-store.ts';
import { callStore } from '../remote/call-store.ts';
import { checkDownload } from '../remote/check-download.ts';
import { plainEtag, toObjectKey } from '../remote/object-key.ts';
import { isMissingBlob, readStoreFailure } from '../remote/object-store-error.ts';
import type { AzureContainer } from './azure-container.ts';

export const getAzureBlob = async (
  { container, prefix, limits }: AzureContainer,
  key: string,
  options: GetOptions,
): Promise<BlobContent | undefined> => {
  const start = options.start ?? 0;
  const count = options.end === undefined ? undefined : options.end - start + 1;
  const blob = container.getBlobClient(toObjectKey(prefix, key));
  const answer = await callStore(
    limits.callMs,
    async (abortSignal) => {
      try {
        // No retries inside the body: a reader that was cut off asks again for the range it lacks.
        return await blob.download(start, count, { abortSignal, maxRetryRequests: 0 });
      } catch (error) {
        if (isMissingBlob(error)) return undefined;
        if (readStoreFailure(error).status === 416) throw rangeNotSatisfiable();
        throw error;
      }
    },
    options.signal,
  );
  if (answer === undefined) return undefined;
  const source = answer.readableStreamBody;
  if (!(source instanceof Readable)) throw storeFailed(new Error('The store answered without a body.'));
  const properties = { key, etag: plainEtag(answer.etag), modifiedAt: answer.lastModified ?? new Date(0) };
  return checkDownload(
    { properties, source, contentLength: answer.contentLength, contentRange: answer.contentRange },
    options,
    limits.stallMs,
  );
};
