import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCanaries } from './canary-search.ts';

const canary = 'canary-7f3a9c51e0b84d26-secret';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-canary-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

describe('the search for planted secrets finds them', () => {
  test.each([
    ['as they are', Buffer.from(`x${canary}y`)],
    ['in base64', Buffer.from(Buffer.from(canary).toString('base64'))],
    ['in base64 one byte further', Buffer.from(Buffer.from(`a${canary}bc`).toString('base64'))],
    ['in base64 two bytes further', Buffer.from(Buffer.from(`ab${canary}c`).toString('base64url'))],
    ['in hex', Buffer.from(Buffer.from(canary).toString('hex'))],
    ['across the border of two pieces', Buffer.concat([Buffer.alloc(4 * 1024 * 1024 - 10), Buffer.from(canary)])],
  ])('%s', async (name, bytes) => {
    const file = join(folder, name.replaceAll(' ', '-'));
    await writeFile(file, bytes);
    const { hits, searchedBytes } = await findCanaries([file], [canary]);
    expect(searchedBytes).toBe(bytes.length);
    expect(hits.map((hit) => hit.file)).toContain(file);
  });

  test('and nothing where there is nothing', async () => {
    const file = join(folder, 'clean');
    await writeFile(file, 'canary-7f3a9c51e0b84d26 secret');
    expect((await findCanaries([file], [canary])).hits).toEqual([]);
  });
});
