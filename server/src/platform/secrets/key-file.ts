import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError } from '../errors/app-error.ts';
import { type EncryptionKey, keyLength } from './key-ring.ts';
import { isFileError, syncFolder, writeOwnerFile } from './owner-file.ts';
import { readEncryptionKeys } from './read-encryption-keys.ts';

const mostBytes = 16_384;
const heading = [
  '# Encryption keys of this Portolan, newest first: one id:base64key a line.',
  '# Keep a copy apart from the backups. Without these keys what is encrypted in the database is lost.',
];

const newLine = (): string => `k${randomBytes(4).toString('hex')}:${randomBytes(keyLength).toString('base64')}`;

/** The keys of the file, newest first; undefined when there is no such file. */
export const readKeyFile = async (file: string): Promise<readonly EncryptionKey[] | undefined> => {
  const lines = await readKeyLines(file);
  return lines === undefined ? undefined : keysOf(file, lines);
};

/** Makes the file with one new key. Of several processes that do so at once, one makes it and all read that one. */
export const makeKeyFile = async (file: string): Promise<readonly EncryptionKey[]> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A link refuses to replace a file, which a rename would do: two nodes must never hold two different first keys.
  await putInPlace(file, [newLine()], async (temporary) => {
    try {
      await link(temporary, file);
    } catch (error) {
      if (!isFileError(error, 'EEXIST')) throw problem(file, 'unwritable', 'cannot be linked into its folder', error);
    } finally {
      await unlink(temporary);
    }
  });
  return (await readKeyFile(file)) ?? [];
};

/** Puts a new key on top, which seals from the next start on; the older keys still open what they sealed. */
export const addKeyToFile = async (file: string): Promise<readonly EncryptionKey[]> => {
  const lines = await readKeyLines(file);
  if (lines === undefined) throw problem(file, 'missing', 'does not exist');
  keysOf(file, lines);
  await putInPlace(file, [newLine(), ...lines], (temporary) => rename(temporary, file));
  return (await readKeyFile(file)) ?? [];
};

const readKeyLines = async (file: string): Promise<readonly string[] | undefined> => {
  const handle = await openIfThere(file);
  if (handle === undefined) return undefined;
  try {
    // Asked of the open file, so that it cannot be exchanged between the question and the reading.
    const facts = await handle.stat();
    if (!facts.isFile()) throw problem(file, 'malformed', 'is not a file');
    if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0) {
      const mode = (facts.mode & 0o777).toString(8).padStart(4, '0');
      throw problem(file, 'exposed', `may be read or changed by other users (mode ${mode}): run chmod 600 on it`);
    }
    if (facts.size > mostBytes) throw problem(file, 'malformed', 'is too large to be a key file');
    const lines = (await handle.readFile('utf8')).split('\n').map((line) => line.trim());
    return lines.filter((line) => line !== '' && !line.startsWith('#'));
  } finally {
    await handle.close();
  }
};

const openIfThere = async (file: string): Promise<FileHandle | undefined> => {
  try {
    return await open(file, constants.O_RDONLY);
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return undefined;
    if (isFileError(error, 'EACCES')) throw problem(file, 'unreadable', 'belongs to another user', error);
    throw error;
  }
};

const keysOf = (file: string, lines: readonly string[]): readonly EncryptionKey[] => {
  if (lines.length === 0) throw problem(file, 'malformed', 'holds no key');
  try {
    return readEncryptionKeys(lines.join(','));
  } catch (error) {
    throw problem(file, 'malformed', error instanceof Error ? error.message : 'is malformed', error);
  }
};

/** Written under another name and synced before it appears: a crash leaves the whole file or none. */
const putInPlace = async (
  file: string,
  lines: readonly string[],
  place: (temporary: string) => Promise<void>,
): Promise<void> => {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.new`;
  await writeOwnerFile(temporary, [...heading, ...lines], 'wx');
  await place(temporary);
  await syncFolder(dirname(file));
};

const problem = (file: string, reason: string, text: string, cause?: unknown): AppError =>
  new AppError('invalid', `key-file.${reason}`, `The key file "${basename(file)}" ${text}.`, { cause });
