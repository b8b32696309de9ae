import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addKeyToFile } from './key-file.ts';
import { openKeyRing } from './open-key-ring.ts';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-keys-'));
});
let round = 0;
beforeEach(() => {
  round += 1;
  file = join(folder, `round-${round}`, 'encryption-keys');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const fingerprints = (ring: { keys: readonly { fingerprint: string }[] }) => ring.keys.map((key) => key.fingerprint);
const key = () => randomBytes(32).toString('base64');

describe('openKeyRing', () => {
  it('makes a key file on the first start that only the owner can read, and reads it on the next', async () => {
    const made = await openKeyRing({ file });
    const again = await openKeyRing({ file });
    expect(fingerprints(again)).toEqual(fingerprints(made));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(file, '..'))).toEqual(['encryption-keys']);
  });

  it('gives all processes of a first start the same key', async () => {
    const rings = await Promise.all(Array.from({ length: 20 }, () => openKeyRing({ file })));
    expect(new Set(rings.map((ring) => ring.current.fingerprint)).size).toBe(1);
    expect(await readdir(join(file, '..'))).toEqual(['encryption-keys']);
  });

  it('prefers the environment and leaves no file behind', async () => {
    const ring = await openKeyRing({ environmentValue: `k9:${key()}`, file });
    expect(ring.current.id).toBe('k9');
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('takes an empty variable as absent', async () => {
    const ring = await openKeyRing({ environmentValue: ' ', file });
    expect(ring.current.fingerprint).toBe((await openKeyRing({ file })).current.fingerprint);
  });

  it('names the variable when its value is wrong', async () => {
    await expect(openKeyRing({ environmentValue: 'k1', file })).rejects.toMatchObject({
      code: 'encryption-key.malformed',
      message: expect.stringContaining('PORTOLAN_ENCRYPTION_KEYS must be a list of id:base64key'),
    });
  });

  it('makes no file where only existing keys make sense', async () => {
    const opening = openKeyRing({ file, whenMissing: 'refuse' });
    await expect(opening).rejects.toMatchObject({ code: 'key-file.missing' });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it.each([
    [0o640, 'key-file.exposed'],
    [0o604, 'key-file.exposed'],
    [0o620, 'key-file.exposed'],
  ])('refuses a file of mode %o', async (mode, code) => {
    await openKeyRing({ file });
    await chmod(file, mode);
    await expect(openKeyRing({ file })).rejects.toMatchObject({ code, message: expect.stringContaining('chmod 600') });
    await chmod(file, 0o400);
    await expect(openKeyRing({ file })).resolves.toBeDefined();
  });

  it.each([
    ['an empty file', '', 'holds no key'],
    ['half a file', 'k1:abc', 'entry 1 is none'],
    ['a large file', 'x'.repeat(20_000), 'too large'],
  ])('refuses %s and keeps it', async (_name, text, problem) => {
    await openKeyRing({ file });
    await writeFile(file, text);
    await expect(openKeyRing({ file })).rejects.toMatchObject({
      code: 'key-file.malformed',
      message: expect.stringContaining(problem),
    });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('refuses a folder in place of the file', async () => {
    await expect(openKeyRing({ file: folder })).rejects.toMatchObject({ code: 'key-file.malformed' });
  });
});

describe('addKeyToFile', () => {
  it('puts a new key on top of the old ones', async () => {
    const before = await openKeyRing({ file });
    await addKeyToFile(file);
    const after = await openKeyRing({ file });
    expect(after.keys).toHaveLength(2);
    expect(after.keys[1]?.fingerprint).toBe(before.current.fingerprint);
    expect(after.current.fingerprint).not.toBe(before.current.fingerprint);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('refuses where there is no file, or a broken one', async () => {
    await expect(addKeyToFile(file)).rejects.toMatchObject({ code: 'key-file.missing' });
    await openKeyRing({ file });
    await writeFile(file, 'broken');
    await expect(addKeyToFile(file)).rejects.toMatchObject({ code: 'key-file.malformed' });
    expect(await readFile(file, 'utf8')).toBe('broken');
  });
});
