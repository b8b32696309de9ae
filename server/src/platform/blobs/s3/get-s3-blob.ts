import { Readable } from 'node:stream';
import { storeFailed } from '../blob-error.ts';
import { rangeNotSatisfiable } from '../blob-range.ts';
import type { BlobContent, GetOptions } from '../blob-store.ts';
import { callStore } from '../remote/call-store.ts';
import { checkDownload, rangeHeader } from '../remote/check-download.ts';
import { plainEtag, toObjectKey } from '../remote/object-key.ts';
import { isMissingBlob, readStoreFailure } from '../remote/object-store-error.ts';
import type { S3Bucket } from './s3-bucket.ts';

export const getS3Blob = async (
  store: S3Bucket,
  key: string,
  options: GetOptions,
): Promise<BlobContent | undefined> => {
  const { sdk, client, bucket, prefix, limits } = store;
  const range = rangeHeader(options);
  const get = new sdk.GetObjectCommand({
    Bucket: bucket,
    Key: toObjectKey(prefix, key),
    ...(range === undefined ? {} : { Range: range }),
  });
  const answer = await callStore(
    limits.callMs,
    async (abortSignal) => {
      try {
        return await client.send(get, { abortSignal });
      } catch (error) {
        if (isMissingBlob(error)) return undefined;
        if (readStoreFailure(error).status === 416) throw rangeNotSatisfiable();
        throw error;
      }
    },
    options.signal,
  );
  if (answer === undefined) return undefined;
  if (!(answer.Body instanceof Readable)) throw storeFailed(new Error('The store answered without a body.'));
  const properties = { key, etag: plainEtag(answer.ETag), modifiedAt: answer.LastModified ?? new Date(0) };
  return checkDownload(
    { properties, source: answer.Body, contentLength: answer.ContentLength, contentRange: answer.ContentRange },
    options,
    limits.stallMs,
  );
};
