import type { ListMultipartUploadsOutput } from '@aws-sdk/client-s3';
import { callStore } from '../remote/call-store.ts';
import { toBlobKey } from '../remote/object-key.ts';
import type { S3Bucket } from './s3-bucket.ts';

type Marker = Partial<Record<'KeyMarker' | 'UploadIdMarker', string | undefined>>;

const listUploads = (store: S3Bucket, from: Marker): Promise<ListMultipartUploadsOutput> => {
  const list = new store.sdk.ListMultipartUploadsCommand({
    Bucket: store.bucket,
    Prefix: store.prefix,
    MaxUploads: store.limits.listPageSize,
    ...from,
  });
  return callStore(store.limits.callMs, (abortSignal) => store.client.send(list, { abortSignal }));
};

/**
 * Gives up multipart uploads that were begun before `olderThan` and never completed: their parts are invisible but
 * take room. S3 tells when an upload began, not when its last part came, so `olderThan` must leave uploads their time.
 */
export const sweepS3Uploads = async (store: S3Bucket, olderThan: Date): Promise<number> => {
  const { sdk, client, bucket, prefix, limits } = store;
  let from: Marker | undefined = {};
  let swept = 0;
  while (from !== undefined) {
    const page = await listUploads(store, from);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (toBlobKey(prefix, Key) === undefined || Initiated === undefined || Initiated >= olderThan) continue;
      const abort = new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
      await callStore(limits.callMs, (abortSignal) => client.send(abort, { abortSignal }));
      swept += 1;
    }
    from =
      page.IsTruncated === true && page.NextKeyMarker !== undefined
        ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
        : undefined;
  }
  return swept;
};
