import { randomBytes } from 'node:crypto';
import { callStore } from '../remote/call-store.ts';
import { plainEtag, toObjectKey } from '../remote/object-key.ts';
import type { PartSink } from '../remote/upload-in-parts.ts';
import type { AzureContainer } from './azure-container.ts';

/** One upload to Azure: a single Put Blob, or blocks that are invisible until their list is committed. */
export const createAzurePartSink = ({ container, prefix, limits }: AzureContainer, key: string): PartSink => {
  const blob = container.getBlockBlobClient(toObjectKey(prefix, key));
  // Part of every block id, so that two uploads to one key never commit each other's blocks.
  const upload = randomBytes(12).toString('hex');
  const blockId = (number: number) => Buffer.from(`${upload}-${String(number).padStart(6, '0')}`).toString('base64');
  let blocks = 0;
  return {
    whole: async (bytes) => {
      const answer = await callStore(limits.partMs, (abortSignal) => blob.upload(bytes, bytes.length, { abortSignal }));
      return plainEtag(answer.etag);
    },
    begin: async () => {},
    part: async (number, bytes, signal) => {
      await callStore(
        limits.partMs,
        (abortSignal) => blob.stageBlock(blockId(number), bytes, bytes.length, { abortSignal }),
        signal,
      );
      blocks = Math.max(blocks, number);
    },
    commit: async () => {
      const ids = Array.from({ length: blocks }, (_, at) => blockId(at + 1));
      const answer = await callStore(limits.partMs, (abortSignal) => blob.commitBlockList(ids, { abortSignal }));
      return plainEtag(answer.etag);
    },
    // Azure has no call for it: blocks that were never committed vanish by themselves after a week.
    discard: async () => {},
  };
};
