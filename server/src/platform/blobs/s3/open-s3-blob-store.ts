import { storeMissing } from '../blob-error.ts';
import { checkBlobKey, checkBlobPrefix } from '../blob-key.ts';
import type { S3Location } from '../blob-location.ts';
import { checkBlobRange } from '../blob-range.ts';
import type { BlobProperties, BlobStore } from '../blob-store.ts';
import { callStore } from '../remote/call-store.ts';
import { plainEtag, toObjectKey } from '../remote/object-key.ts';
import { isMissingHead, readStoreFailure } from '../remote/object-store-error.ts';
import type { ObjectStoreLimits } from '../remote/object-store-limits.ts';
import { uploadInParts } from '../remote/upload-in-parts.ts';
import { connectS3 } from './connect-s3.ts';
import { getS3Blob } from './get-s3-blob.ts';
import { listS3Blobs } from './list-s3-blobs.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { createS3PartSink } from './s3-part-sink.ts';
import { sweepS3Uploads } from './sweep-s3-uploads.ts';

const headS3Blob = (store: S3Bucket, key: string): Promise<BlobProperties | undefined> =>
  callStore(store.limits.callMs, async (abortSignal) => {
    const head = new store.sdk.HeadObjectCommand({ Bucket: store.bucket, Key: toObjectKey(store.prefix, key) });
    try {
      const { ContentLength = 0, ETag, LastModified = new Date(0) } = await store.client.send(head, { abortSignal });
      return { key, size: ContentLength, etag: plainEtag(ETag), modifiedAt: LastModified };
    } catch (error) {
      if (isMissingHead(error)) return undefined;
      throw error;
    }
  });

const checkS3 = (store: S3Bucket): Promise<void> =>
  callStore(store.limits.checkMs, async (abortSignal) => {
    try {
      await store.client.send(new store.sdk.HeadBucketCommand({ Bucket: store.bucket }), { abortSignal });
    } catch (error) {
      throw readStoreFailure(error).status === 404 ? storeMissing(error) : error;
    }
  });

/** Blobs in a bucket of S3 or of a store that speaks its protocol. The bucket must be there. */
export const openS3BlobStore = async (location: S3Location, limits: ObjectStoreLimits): Promise<BlobStore> => {
  const store = await connectS3(location, limits);
  return {
    async put(key, body, options = {}) {
      checkBlobKey(key);
      return uploadInParts(key, body, options, createS3PartSink(store, key), limits);
    },
    async get(key, options = {}) {
      checkBlobKey(key);
      checkBlobRange(options);
      return getS3Blob(store, key, options);
    },
    async head(key) {
      checkBlobKey(key);
      return headS3Blob(store, key);
    },
    list(options = {}) {
      checkBlobPrefix(options.prefix ?? '');
      return listS3Blobs(store, options);
    },
    async delete(key) {
      checkBlobKey(key);
      const remove = new store.sdk.DeleteObjectCommand({ Bucket: store.bucket, Key: toObjectKey(store.prefix, key) });
      await callStore(limits.callMs, (abortSignal) => store.client.send(remove, { abortSignal }));
    },
    sweepUnfinished: (olderThan) => sweepS3Uploads(store, olderThan),
    check: () => checkS3(store),
    async close() {
      store.client.destroy();
    },
  };
};
