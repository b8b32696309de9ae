import { randomBytes } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';

/**
 * `folder/id`: a folder of our choosing and 128 random bits. No dot, no upper case, no second slash, so a key can
 * neither leave its folder nor meet another one on a file system that ignores case. Folders have three letters or
 * more, so that none is taken for the two letters that shard a folder on disk.
 */
const folderPattern = /^[a-z][a-z0-9-]{2,39}$/;
const keyPattern = /^[a-z][a-z0-9-]{2,39}\/[0-9a-f]{32}$/;
const prefixPattern = /^(?:[a-z][a-z0-9-]{0,39}|[a-z][a-z0-9-]{2,39}\/[0-9a-f]{0,32})?$/;

/** A fresh key. `folder` tells kinds of blobs apart for people and for listing; it never holds a name of a user's. */
export const newBlobKey = (folder = 'blobs', random: (size: number) => Buffer = randomBytes): string => {
  if (!folderPattern.test(folder)) {
    throw new AppError(
      'invalid',
      'blob.folderInvalid',
      'A blob folder is 3 to 40 lower-case letters, digits or hyphens.',
    );
  }
  return `${folder}/${random(16).toString('hex')}`;
};

export const isBlobKey = (key: string): boolean => keyPattern.test(key);

export const checkBlobKey = (key: string): void => {
  if (!isBlobKey(key)) {
    throw new AppError('invalid', 'blob.keyInvalid', 'A blob key is a folder, a slash and 32 hexadecimal digits.');
  }
};

export const checkBlobPrefix = (prefix: string): void => {
  if (!prefixPattern.test(prefix)) {
    throw new AppError('invalid', 'blob.prefixInvalid', 'A blob prefix is the beginning of a blob key.');
  }
};
