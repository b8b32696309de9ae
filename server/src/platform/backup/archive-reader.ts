import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError } from '../errors/app-error.ts';
import { archiveMark, type EntryHeader, longestChunk, longestHeader } from './archive-format.ts';

export interface ArchiveEntry {
  readonly header: EntryHeader;
  /** Must be read to its end before the next entry; fails at the end when the checksum does not fit. */
  readonly body: AsyncGenerator<Buffer>;
}

const damaged = (reason: string): AppError =>
  new AppError('invalid', 'backup.damaged', `This file is not a whole Portolan backup: ${reason}.`);

/** Reads the entries of a backup one after the other. Everything is checked: lengths, checksums, and that the end is there. */
export const readArchive = async function* (file: string): AsyncGenerator<ArchiveEntry> {
  const bytes = byteReader(createReadStream(file, { highWaterMark: 1024 * 1024 }));
  try {
    if (!(await bytes.take(archiveMark.length)).equals(archiveMark)) throw damaged('it does not begin like one');
    for (;;) {
      const hash = createHash('sha256');
      const header = await readHeader(bytes, hash);
      let finished = false;
      const body = readBody(bytes, hash, () => {
        finished = true;
      });
      yield { header, body };
      if (!finished) for await (const _ of body);
      if (header.kind === 'end') return;
    }
  } finally {
    bytes.close();
  }
};

type Hash = ReturnType<typeof createHash>;

const readHeader = async (bytes: ByteReader, hash: Hash): Promise<EntryHeader> => {
  const prefix = await bytes.take(4);
  const length = prefix.readUInt32BE();
  if (length > longestHeader) throw damaged('an entry is malformed');
  const text = await bytes.take(length);
  hash.update(prefix).update(text);
  try {
    return JSON.parse(text.toString('utf8')) as EntryHeader;
  } catch {
    throw damaged('an entry is malformed');
  }
};

const readBody = async function* (bytes: ByteReader, hash: Hash, onEnd: () => void): AsyncGenerator<Buffer> {
  for (;;) {
    const prefix = await bytes.take(4);
    const length = prefix.readUInt32BE();
    hash.update(prefix);
    if (length === 0) break;
    if (length > longestChunk) throw damaged('an entry is malformed');
    const chunk = await bytes.take(length);
    hash.update(chunk);
    yield chunk;
  }
  if (!hash.digest().equals(await bytes.take(32))) throw damaged('a checksum does not fit');
  onEnd();
};

interface ByteReader {
  take(length: number): Promise<Buffer>;
  close(): void;
}

const byteReader = (stream: ReturnType<typeof createReadStream>): ByteReader => {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer[] = [];
  let heldLength = 0;
  return {
    take: async (length) => {
      while (heldLength < length) {
        const next = await chunks.next();
        if (next.done === true) throw damaged('it ends too early');
        held.push(next.value);
        heldLength += next.value.length;
      }
      const all = held.length === 1 && held[0] !== undefined ? held[0] : Buffer.concat(held);
      held = [all.subarray(length)];
      heldLength = all.length - length;
      return all.subarray(0, length);
    },
    close: () => stream.destroy(),
  };
};
