import { isBlobKey } from '../blob-key.ts';

/** Blobs of one installation may live below a prefix of a shared bucket. The prefix is empty or ends with a slash. */
export const toObjectKey = (prefix: string, key: string): string => `${prefix}${key}`;

/** Undefined for objects that are not ours. */
export const toBlobKey = (prefix: string, objectKey: string | undefined): string | undefined => {
  if (objectKey?.startsWith(prefix) !== true) return undefined;
  const key = objectKey.slice(prefix.length);
  return isBlobKey(key) ? key : undefined;
};

/** The folder that a common prefix stands for, or undefined when it is not ours. */
export const toBlobFolder = (prefix: string, commonPrefix: string | undefined): string | undefined => {
  if (commonPrefix?.startsWith(prefix) !== true) return undefined;
  const folder = commonPrefix.slice(prefix.length);
  return isBlobKey(`${folder}${'0'.repeat(32)}`) ? folder : undefined;
};

/** Etags without quotes: some stores send them, some do not. */
export const plainEtag = (etag: string | undefined): string => (etag ?? '').replace(/^"|"$/g, '');
