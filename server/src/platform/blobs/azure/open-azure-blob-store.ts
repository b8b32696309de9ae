import { storeMissing } from '../blob-error.ts';
import { checkBlobKey, checkBlobPrefix } from '../blob-key.ts';
import type { AzureLocation } from '../blob-location.ts';
import { checkBlobRange } from '../blob-range.ts';
import type { BlobProperties, BlobStore } from '../blob-store.ts';
import { callStore } from '../remote/call-store.ts';
import { plainEtag, toObjectKey } from '../remote/object-key.ts';
import { isMissingHead, readStoreFailure } from '../remote/object-store-error.ts';
import type { ObjectStoreLimits } from '../remote/object-store-limits.ts';
import { uploadInParts } from '../remote/upload-in-parts.ts';
import type { AzureContainer } from './azure-container.ts';
import { createAzurePartSink } from './azure-part-sink.ts';
import { connectAzure } from './connect-azure.ts';
import { getAzureBlob } from './get-azure-blob.ts';
import { listAzureBlobs } from './list-azure-blobs.ts';

const headAzureBlob = (store: AzureContainer, key: string): Promise<BlobProperties | undefined> =>
  callStore(store.limits.callMs, async (abortSignal) => {
    try {
      const found = await store.container.getBlobClient(toObjectKey(store.prefix, key)).getProperties({ abortSignal });
      const { contentLength: size = 0, etag, lastModified = new Date(0) } = found;
      return { key, size, etag: plainEtag(etag), modifiedAt: lastModified };
    } catch (error) {
      if (isMissingHead(error)) return undefined;
      throw error;
    }
  });

const checkAzure = ({ container, limits }: AzureContainer): Promise<void> =>
  callStore(limits.checkMs, async (abortSignal) => {
    try {
      await container.getProperties({ abortSignal });
    } catch (error) {
      throw readStoreFailure(error).status === 404 ? storeMissing(error) : error;
    }
  });

/** Blobs in a container of Azure Blob Storage. The container must be there. */
export const openAzureBlobStore = async (
  location: AzureLocation,
  limits: ObjectStoreLimits,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BlobStore> => {
  const store = await connectAzure(location, limits, env);
  return {
    async put(key, body, options = {}) {
      checkBlobKey(key);
      return uploadInParts(key, body, options, createAzurePartSink(store, key), limits);
    },
    async get(key, options = {}) {
      checkBlobKey(key);
      checkBlobRange(options);
      return getAzureBlob(store, key, options);
    },
    async head(key) {
      checkBlobKey(key);
      return headAzureBlob(store, key);
    },
    list(options = {}) {
      checkBlobPrefix(options.prefix ?? '');
      return listAzureBlobs(store, options);
    },
    async delete(key) {
      checkBlobKey(key);
      const blob = store.container.getBlobClient(toObjectKey(store.prefix, key));
      await callStore(limits.callMs, (abortSignal) => blob.deleteIfExists({ abortSignal }));
    },
    // Azure drops blocks that were never committed by itself after a week; there is no call to do it sooner.
    sweepUnfinished: async () => 0,
    check: () => checkAzure(store),
    // The SDK keeps its connections to itself; idle ones do not hold the process.
    async close() {},
  };
};
