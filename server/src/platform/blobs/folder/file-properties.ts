import type { BigIntStats } from 'node:fs';
import type { BlobProperties } from '../blob-store.ts';

/**
 * What a stat tells about a blob. The etag takes the inode in: two puts of the same length within one tick of the
 * file system's clock differ in nothing else.
 */
export const fileProperties = (key: string, stats: BigIntStats): BlobProperties => ({
  key,
  size: Number(stats.size),
  etag: [stats.ino, stats.size, stats.mtimeNs].map((part) => part.toString(16)).join('-'),
  modifiedAt: stats.mtime,
});
