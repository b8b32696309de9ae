import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { archiveMark, type EntryHeader, lengthPrefix, longestChunk } from './archive-format.ts';

export interface ArchiveWriter {
  add(header: EntryHeader, body?: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes the file durable and visible under its name. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** Writes next to the final name and renames at the end: a file that has the name is whole. Readable by its owner only. */
export const createArchive = async (file: string): Promise<ArchiveWriter> => {
  const unfinished = `${file}.unfinished`;
  const handle = await open(unfinished, 'wx', 0o600);
  await handle.writeFile(archiveMark);

  return {
    add: async (header, body) => {
      const hash = createHash('sha256');
      const text = Buffer.from(JSON.stringify(header));
      const write = async (...parts: readonly Uint8Array[]) => {
        for (const part of parts) hash.update(part);
        await handle.writev(parts as NodeJS.ArrayBufferView[]);
      };
      await write(lengthPrefix(text.length), text);
      for await (const chunk of body ?? []) {
        for (let at = 0; at < chunk.length; at += longestChunk) {
          const piece = chunk.subarray(at, at + longestChunk);
          await write(lengthPrefix(piece.length), piece);
        }
      }
      await write(lengthPrefix(0));
      await handle.write(hash.digest());
    },
    finish: async () => {
      await handle.sync();
      await handle.close();
      await rename(unfinished, file);
      await syncFolder(dirname(file));
    },
    abandon: async () => {
      await handle.close().catch(() => undefined);
      await rm(unfinished, { force: true });
    },
  };
};

const syncFolder = async (folder: string): Promise<void> => {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch {
    // Windows cannot open folders; the rename itself is all there is to have.
  } finally {
    await handle?.close();
  }
};
