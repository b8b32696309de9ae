import { describe, expect, it } from 'vitest';
import { loadArgon2id } from './argon2id.ts';

const input = {
  password: Buffer.from('pässword'),
  salt: Buffer.alloc(16, 7),
  length: 32,
  memory: 19_456,
  passes: 2,
  parallelism: 1,
};

describe('loadArgon2id', () => {
  it('gives the bytes that every other argon2id gives', async () => {
    const argon2id = await loadArgon2id();
    const hash = await argon2id(input);
    expect(hash.toString('hex')).toBe('9c8288a2392614dc004b4e2d3daeecf675a2918517d0367b953e58b9d512ae4f');
  });

  it('asks the added package where Node has no argon2', async () => {
    const asked: unknown[] = [];
    const hashRaw = async (_password: Uint8Array, options: unknown) => {
      asked.push(options);
      return Buffer.from('hash');
    };
    const argon2id = await loadArgon2id({}, async () => ({ hashRaw }));
    await expect(argon2id(input)).resolves.toEqual(Buffer.from('hash'));
    expect(asked).toEqual([
      { algorithm: 2, version: 1, salt: input.salt, outputLen: 32, memoryCost: 19_456, timeCost: 2, parallelism: 1 },
    ]);
  });

  it.each([
    ['is not there', () => Promise.reject(new Error('not found'))],
    ['is another one', () => Promise.resolve({ hash: () => '' })],
  ])('says what to do when the package %s', async (_name, load) => {
    await expect(loadArgon2id({}, load)).rejects.toMatchObject({
      code: 'argon2.missing',
      message: expect.stringContaining('@node-rs/argon2'),
    });
  });
});
