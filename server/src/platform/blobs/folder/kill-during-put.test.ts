import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BlobStore } from '../blob-store.ts';
import { unfinishedFolder } from './blob-places.ts';
import { openFolderBlobStore } from './open-folder-blob-store.ts';

const rounds = 10;
const program = join(import.meta.dirname, 'put-until-killed.ts');

/** Runs the program, kills it -9 a moment after so many puts were acknowledged, and returns all it had told by then. */
const runAndKill = async (root: string, how: string, acknowledgements: number): Promise<string[]> => {
  const child = spawn(process.execPath, [program, root, how], { stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints = text(child.stderr);
  let told = '';
  child.stdout.setEncoding('utf8').on('data', (lines: string) => {
    told += lines;
    if (told.split('\n').length > acknowledgements) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  expect(signal, await complaints).toBe('SIGKILL');
  return told.split('\n').slice(0, -1);
};

/** What is visible: acknowledged `key size` lines, and how many blobs are not whole. */
const inspect = async (store: BlobStore): Promise<{ seen: Set<string>; broken: number }> => {
  const seen = new Set<string>();
  let broken = 0;
  for await (const entry of store.list()) {
    if (entry.kind !== 'blob') continue;
    const bytes = await buffer((await store.get(entry.key))?.body ?? Readable.from([]));
    const whole = createHash('sha256').update(bytes.subarray(32)).digest().equals(bytes.subarray(0, 32));
    if (whole) seen.add(`${entry.key} ${bytes.length}`);
    else broken += 1;
  }
  return { seen, broken };
};

const makeRoot = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'blobs-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return root;
};

describe('kill -9 during puts', () => {
  it(`loses nothing acknowledged and shows nothing half, ${rounds} rounds`, { timeout: 120_000 }, async () => {
    const root = await makeRoot();
    const acknowledged: string[] = [];
    let hits = 0;
    for (let round = 0; round < rounds; round += 1) {
      acknowledged.push(...(await runAndKill(root, 'store', randomInt(1, 12))));
      const store = await openFolderBlobStore(root);
      const { seen, broken } = await inspect(store);
      expect(broken).toBe(0);
      expect(acknowledged.filter((line) => !seen.has(line))).toEqual([]);
      const leftBehind = (await readdir(join(root, unfinishedFolder))).length;
      hits += leftBehind;
      expect(await store.sweepUnfinished(new Date(Date.now() + 60_000))).toBe(leftBehind);
      expect(await readdir(join(root, unfinishedFolder))).toEqual([]);
    }
    expect(hits, 'kills must have met puts under way').toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThanOrEqual(rounds);
  });

  it('control: writing in place does show half blobs', { timeout: 120_000 }, async () => {
    let broken = 0;
    for (let round = 0; round < rounds && broken === 0; round += 1) {
      const root = await makeRoot();
      await runAndKill(root, 'in-place', randomInt(1, 12));
      broken = (await inspect(await openFolderBlobStore(root))).broken;
    }
    expect(broken).toBeGreaterThan(0);
  });
});
