import { createHash, randomBytes, randomInt } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newBlobKey } from '../blob-key.ts';
import { placeOf } from './blob-places.ts';
import { openFolderBlobStore } from './open-folder-blob-store.ts';

/**
 * A program for `kill-during-put.test.ts`: puts blobs until it is killed, several at once, and tells each one that was
 * acknowledged. A blob begins with the hash of the rest of it, so that anybody can see whether it is whole.
 * `in-place` is the control: it writes straight to the final name, as a store without protection would.
 */
const [root = '', how = 'store'] = process.argv.slice(2);
const store = await openFolderBlobStore(root);

const makeBlob = (): Buffer => {
  const rest = randomBytes(randomInt(1, 1_500_000));
  return Buffer.concat([createHash('sha256').update(rest).digest(), rest]);
};

/** In small pieces with turns between them, so that most kills fall into the middle of some. */
async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50_000) {
    yield bytes.subarray(at, at + 50_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const putInPlace = async (key: string, bytes: Buffer): Promise<void> => {
  const place = placeOf(root, key);
  await mkdir(place.folder, { recursive: true });
  await pipeline(Readable.from(inPieces(bytes)), createWriteStream(place.file));
};

const putForever = async (): Promise<never> => {
  while (true) {
    const key = newBlobKey();
    const bytes = makeBlob();
    if (how === 'in-place') await putInPlace(key, bytes);
    else await store.put(key, inPieces(bytes));
    process.stdout.write(`${key} ${bytes.length}\n`);
  }
};

await Promise.all(Array.from({ length: 4 }, putForever));
