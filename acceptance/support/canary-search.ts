import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const overlap = 4_096;
const pieceSize = 4 * 1024 * 1024;

export interface CanaryHit {
  readonly canary: string;
  readonly form: string;
  readonly file: string;
}

/** The forms in which a secret could lie around: as it is, in base64 at any of its three offsets, and in hex. */
const formsOf = (canary: string): readonly { readonly form: string; readonly bytes: Buffer }[] => {
  const raw = Buffer.from(canary);
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), raw]).toString('base64');
    // The outermost characters also depend on the neighbours, so they are left out.
    return text.slice(shift === 0 ? 0 : shift + 1, text.length - 4);
  });
  return [
    { form: 'raw', bytes: raw },
    ...base64.flatMap((text) => [
      { form: 'base64', bytes: Buffer.from(text) },
      { form: 'base64url', bytes: Buffer.from(text.replaceAll('+', '-').replaceAll('/', '_')) },
    ]),
    { form: 'hex', bytes: Buffer.from(raw.toString('hex')) },
    { form: 'HEX', bytes: Buffer.from(raw.toString('hex').toUpperCase()) },
    { form: 'UTF-16', bytes: Buffer.from(canary, 'utf16le') },
  ];
};

/** Looks for planted secrets in files and folders: dumps, write-ahead logs, logs, outbox, object store (goal R7). */
export const findCanaries = async (
  places: readonly string[],
  canaries: readonly string[],
): Promise<{ searchedBytes: number; hits: CanaryHit[] }> => {
  const wanted = canaries.flatMap((canary) => formsOf(canary).map((form) => ({ canary, ...form })));
  const hits: CanaryHit[] = [];
  let searchedBytes = 0;
  for (const file of await listFiles(places)) {
    const found = new Set<string>();
    searchedBytes += await scan(file, (piece) => {
      for (const { canary, form, bytes } of wanted) {
        if (piece.includes(bytes) && !found.has(canary + form)) {
          found.add(canary + form);
          hits.push({ canary, form, file });
        }
      }
    });
  }
  return { searchedBytes, hits };
};

const listFiles = async (places: readonly string[]): Promise<string[]> => {
  const files: string[] = [];
  for (const place of places) {
    if ((await stat(place)).isFile()) files.push(place);
    else {
      const entries = await readdir(place, { recursive: true, withFileTypes: true });
      files.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)));
    }
  }
  return files;
};

const scan = async (file: string, look: (piece: Buffer) => void): Promise<number> => {
  const handle = await open(file, 'r');
  try {
    const piece = Buffer.alloc(pieceSize + overlap);
    let kept = 0;
    for (let at = 0; ; ) {
      const { bytesRead } = await handle.read(piece, kept, pieceSize, at);
      if (bytesRead === 0) return at;
      const filled = kept + bytesRead;
      look(piece.subarray(0, filled));
      // What spans two pieces must be seen too.
      kept = Math.min(overlap, filled);
      piece.copy(piece, 0, filled - kept, filled);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
};
