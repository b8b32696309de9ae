export { checkBlobKey, isBlobKey, newBlobKey } from './blob-key.ts';
export { type BlobLocation, describeBlobLocation } from './blob-location.ts';
export type {
  BlobBody,
  BlobContent,
  BlobListEntry,
  BlobProperties,
  BlobStore,
  GetOptions,
  ListOptions,
  PutOptions,
  StoredBlob,
} from './blob-store.ts';
export { type BlobStoreDeps, openBlobStore } from './open-blob-store.ts';
export { type ParsedBlobLocation, parseBlobLocation } from './parse-blob-location.ts';
