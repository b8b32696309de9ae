import { storeFailed } from '../blob-error.ts';
import { callStore } from '../remote/call-store.ts';
import { plainEtag, toObjectKey } from '../remote/object-key.ts';
import type { PartSink } from '../remote/upload-in-parts.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** One upload to S3: a single PutObject, or a multipart upload that is invisible until it is completed. */
export const createS3PartSink = ({ sdk, client, bucket, prefix, limits }: S3Bucket, key: string): PartSink => {
  const target = { Bucket: bucket, Key: toObjectKey(prefix, key) };
  const sending = (abortSignal: AbortSignal) => ({ abortSignal, requestTimeout: limits.partMs });
  const parts: { PartNumber: number; ETag: string; ChecksumCRC32?: string }[] = [];
  let uploadId: string | undefined;
  return {
    whole: async (bytes) => {
      const put = new sdk.PutObjectCommand({ ...target, Body: bytes, ContentLength: bytes.length });
      return plainEtag((await callStore(limits.partMs, (stop) => client.send(put, sending(stop)))).ETag);
    },
    begin: async () => {
      const create = new sdk.CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'CRC32' });
      const answer = await callStore(limits.callMs, (abortSignal) => client.send(create, { abortSignal }));
      if (answer.UploadId === undefined) throw storeFailed(new Error('The store began an upload without an id.'));
      uploadId = answer.UploadId;
    },
    part: async (number, bytes, signal) => {
      const upload = new sdk.UploadPartCommand({
        ...target,
        UploadId: uploadId,
        PartNumber: number,
        Body: bytes,
        ContentLength: bytes.length,
        ChecksumAlgorithm: 'CRC32',
      });
      const answer = await callStore(limits.partMs, (stop) => client.send(upload, sending(stop)), signal);
      if (answer.ETag === undefined) throw storeFailed(new Error('The store took a part without an etag.'));
      const checksum = answer.ChecksumCRC32 === undefined ? {} : { ChecksumCRC32: answer.ChecksumCRC32 };
      parts.push({ PartNumber: number, ETag: answer.ETag, ...checksum });
    },
    commit: async () => {
      const complete = new sdk.CompleteMultipartUploadCommand({
        ...target,
        UploadId: uploadId,
        MultipartUpload: { Parts: parts.toSorted((one, other) => one.PartNumber - other.PartNumber) },
      });
      return plainEtag((await callStore(limits.partMs, (stop) => client.send(complete, sending(stop)))).ETag);
    },
    discard: async () => {
      if (uploadId === undefined) return;
      const abort = new sdk.AbortMultipartUploadCommand({ ...target, UploadId: uploadId });
      // The sweep gets what cannot be given back now.
      await callStore(limits.callMs, (abortSignal) => client.send(abort, { abortSignal })).catch(() => {});
    },
  };
};
