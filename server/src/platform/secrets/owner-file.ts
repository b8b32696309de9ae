import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A file that only its owner can read, on the disk when this returns. */
export const writeOwnerFile = async (file: string, lines: readonly string[], flags: 'w' | 'wx'): Promise<void> => {
  const handle = await open(file, flags, 0o600);
  try {
    await handle.writeFile(lines.map((line) => `${line}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Makes a new or renamed file's name last too. Windows knows no such thing. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const isFileError = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
