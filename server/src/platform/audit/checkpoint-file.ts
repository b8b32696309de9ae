import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFileError, syncFolder, writeOwnerFile } from '../secrets/owner-file.ts';
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts';

/** All checkpoints of a file, and the lines that are none. */
export interface CheckpointList {
  readonly checkpoints: readonly Checkpoint[];
  readonly unreadableLines: readonly number[];
}

/** Each node keeps a file of its own: `<data>/audit/checkpoints.jsonl`. */
export interface CheckpointFile {
  readAll(): Promise<CheckpointList>;
  readLast(): Promise<Checkpoint | undefined>;
  /** On the disk when it returns. */
  append(checkpoint: Checkpoint): Promise<void>;
}

export interface CheckpointFileOptions {
  readonly folder: string;
  /** From this size on the older checkpoints are thinned out. */
  readonly mostBytes?: number;
}

const tailBytes = 8_192;

export const openCheckpointFile = (options: CheckpointFileOptions): CheckpointFile => {
  const file = join(options.folder, 'checkpoints.jsonl');
  const mostBytes = options.mostBytes ?? 4_194_304;
  return {
    readAll: async () => parseLines(await readText(file)),
    readLast: async () => parseLines(await readTail(file)).checkpoints.at(-1),
    append: async (checkpoint) => {
      await mkdir(options.folder, { recursive: true, mode: 0o700 });
      const size = await appendLine(file, writeCheckpoint(checkpoint));
      if (size > mostBytes) await thinOut(file);
    },
  };
};

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return '';
    throw error;
  }
};

/** Enough for several lines; the first of them may be cut. */
const readTail = async (file: string): Promise<string> => {
  const handle = await openIfThere(file);
  if (handle === undefined) return '';
  try {
    const { text } = await tailOf(handle);
    return text;
  } finally {
    await handle.close();
  }
};

const openIfThere = async (file: string): Promise<FileHandle | undefined> => {
  try {
    return await open(file, constants.O_RDONLY);
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return undefined;
    throw error;
  }
};

const tailOf = async (handle: FileHandle): Promise<{ text: string; size: number }> => {
  const { size } = await handle.stat();
  const length = Math.min(size, tailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  return { text: buffer.toString('latin1', 0, bytesRead), size };
};

/** A last line without its end was cut off by a crash and never counted: `append` had not returned. */
const parseLines = (text: string): CheckpointList => {
  const lines = text.split('\n').slice(0, -1);
  const read = lines.map(readCheckpoint);
  return {
    checkpoints: read.filter((checkpoint) => checkpoint !== undefined),
    unreadableLines: read.flatMap((checkpoint, at) => (checkpoint === undefined ? [at + 1] : [])),
  };
};

const appendLine = async (file: string, line: string): Promise<number> => {
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
  try {
    await cutTornLine(handle);
    await handle.appendFile(`${line}\n`);
    await handle.sync();
    const { size } = await handle.stat();
    if (size === Buffer.byteLength(line) + 1) await syncFolder(dirname(file));
    return size;
  } finally {
    await handle.close();
  }
};

const cutTornLine = async (handle: FileHandle): Promise<void> => {
  const { text, size } = await tailOf(handle);
  const torn = text.length - (text.lastIndexOf('\n') + 1);
  if (torn > 0) await handle.truncate(size - torn);
};

/**
 * Each checkpoint covers all before it, so older ones only tell when something happened: of the older half every second
 * one is dropped. The file keeps its size however long the node lives, and gets coarser towards the past.
 */
const thinOut = async (file: string): Promise<void> => {
  const lines = (await readText(file)).split('\n').slice(0, -1);
  const half = Math.floor(lines.length / 2);
  // What is no checkpoint stays: it is for `verifyAudit` to complain of.
  const kept = lines.filter((line, at) => at >= half || at % 2 === 0 || readCheckpoint(line) === undefined);
  const temporary = `${file}.new`;
  await writeOwnerFile(temporary, kept, 'w');
  await rename(temporary, file);
  await syncFolder(dirname(file));
};
