import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEncryptionKey, createKeyRing } from '../secrets/index.ts';
import { openCheckpointFile } from './checkpoint-file.ts';
import { createCheckpointSigner } from './checkpoint-keys.ts';

const signer = createCheckpointSigner(createKeyRing([createEncryptionKey('k1', randomBytes(32))]));
const checkpoint = (position: number) =>
  signer.sign({ position, hash: 'ab'.repeat(32), writtenAt: '2026-11-15T02:00:00.000Z', node: 'node-1' });

let root: string;
let folder: string;
let round = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'portolan-checkpoints-'));
});
beforeEach(() => {
  round += 1;
  folder = join(root, `round-${round}`, 'audit');
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});
const path = () => join(folder, 'checkpoints.jsonl');
const positions = async () =>
  (await openCheckpointFile({ folder }).readAll()).checkpoints.map(({ position }) => position);

describe('openCheckpointFile', () => {
  it('is empty before the first checkpoint and makes nothing', async () => {
    const file = openCheckpointFile({ folder });
    await expect(file.readLast()).resolves.toBeUndefined();
    await expect(file.readAll()).resolves.toEqual({ checkpoints: [], unreadableLines: [] });
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });

  it('keeps what was appended, for the owner alone', async () => {
    const file = openCheckpointFile({ folder });
    for (const position of [1, 2, 3]) await file.append(checkpoint(position));
    expect(await positions()).toEqual([1, 2, 3]);
    await expect(file.readLast()).resolves.toEqual(checkpoint(3));
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  it('forgets a line that a crash cut off', async () => {
    const file = openCheckpointFile({ folder });
    await file.append(checkpoint(1));
    await appendFile(path(), '{"format":1,"posi');
    await expect(file.readLast()).resolves.toEqual(checkpoint(1));
    await expect(file.readAll()).resolves.toMatchObject({ unreadableLines: [] });
    await file.append(checkpoint(2));
    expect(await positions()).toEqual([1, 2]);
  });

  it('tells of lines that are no checkpoints', async () => {
    const file = openCheckpointFile({ folder });
    await file.append(checkpoint(1));
    await appendFile(path(), 'something else\n');
    await file.append(checkpoint(2));
    await expect(file.readAll()).resolves.toMatchObject({ unreadableLines: [2] });
    expect(await positions()).toEqual([1, 2]);
  });

  it('finds the last one in a long file', async () => {
    const file = openCheckpointFile({ folder });
    for (let position = 1; position <= 100; position += 1) await file.append(checkpoint(position));
    expect((await stat(path())).size).toBeGreaterThan(20_000);
    await expect(file.readLast()).resolves.toEqual(checkpoint(100));
  });

  it('keeps its size, and gets coarser towards the past', async () => {
    const file = openCheckpointFile({ folder, mostBytes: 10_000 });
    for (let position = 1; position <= 300; position += 1) await file.append(checkpoint(position));
    const kept = await positions();
    expect((await stat(path())).size).toBeLessThan(10_500);
    expect(kept.at(0)).toBe(1);
    expect(kept.slice(-5)).toEqual([296, 297, 298, 299, 300]);
    expect(kept).toEqual([...kept].sort((left, right) => left - right));
    expect(await readdir(folder)).toEqual(['checkpoints.jsonl']);
    expect((await readFile(path(), 'utf8')).endsWith('\n')).toBe(true);
  });
});
