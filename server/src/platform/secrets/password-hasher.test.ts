import { describe, expect, it } from 'vitest';
import { type Argon2Input, loadArgon2id } from './argon2id.ts';
import { readPasswordHash, writePasswordHash } from './password-hash.ts';
import { createPasswordHasher, passwordCost } from './password-hasher.ts';

const argon2id = await loadArgon2id();
const cheap = { memory: 64, passes: 1, parallelism: 1 };
const hasher = createPasswordHasher({ argon2id, cost: cheap });

/** A hasher at full cost that writes down what work it asked for. */
const createWatched = () => {
  const asked: Argon2Input[] = [];
  const watched = createPasswordHasher({
    argon2id: (input) => {
      asked.push(input);
      return argon2id(input);
    },
  });
  return { watched, asked };
};

const costs = (inputs: readonly Argon2Input[]) =>
  inputs.map(({ memory, passes, parallelism, length, salt }) => [memory, passes, parallelism, length, salt.length]);

describe('createPasswordHasher', () => {
  it('stores argon2id with 19 MiB, 2 passes and 1 lane in the PHC form (contract X7)', async () => {
    const stored = await createPasswordHasher({ argon2id }).hash('open sesame');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    await expect(hasher.verify('open sesame', stored)).resolves.toBe(true);
    await expect(hasher.verify('open sesamf', stored)).resolves.toBe(false);
  });

  it('salts: the same password never gives the same text', async () => {
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'));
  });

  it.each([
    ['empty', '', '', true],
    ['case', 'Password', 'password', false],
    ['trailing space', 'password', 'password ', false],
    ['two spellings of one letter', 'Ångström', 'A\u030Angstro\u0308m', true],
    ['a NUL inside', 'pass\u0000word', 'pass', false],
  ])('compares: %s', async (_name, set, given, same) => {
    await expect(hasher.verify(given, await hasher.hash(set))).resolves.toBe(same);
  });

  it('refuses endless passwords', async () => {
    await expect(hasher.hash('x'.repeat(1_025))).rejects.toMatchObject({ code: 'password.too-long' });
    const stored = await hasher.hash('x'.repeat(1_024));
    await expect(hasher.verify('x'.repeat(1_024), stored)).resolves.toBe(true);
    await expect(hasher.verify('x'.repeat(1_025), stored)).resolves.toBe(false);
  });

  it('does the same work for unknown users, broken rows and wrong passwords', async () => {
    const { watched, asked } = createWatched();
    const stored = await watched.hash('secret');
    await expect(watched.verify('wrong', stored)).resolves.toBe(false);
    await expect(watched.verify('secret', undefined)).resolves.toBe(false);
    await expect(watched.verify('secret', 'not a hash')).resolves.toBe(false);
    await expect(watched.verify('x'.repeat(5_000), stored)).resolves.toBe(false);
    expect(costs(asked)).toEqual(Array.from({ length: 5 }, () => [19_456, 2, 1, 32, 16]));
  });

  it('asks for a new hash when the cost has changed', async () => {
    const stored = await hasher.hash('secret');
    const dearer = createPasswordHasher({ argon2id, cost: { ...cheap, passes: 2 } });
    expect(hasher.needsRehash(stored)).toBe(false);
    expect(dearer.needsRehash(stored)).toBe(true);
    expect(hasher.needsRehash('$2b$10$something')).toBe(true);
    await expect(dearer.verify('secret', stored)).resolves.toBe(true);
  });

  it('refuses at once when too many wait', async () => {
    const finish: (() => void)[] = [];
    const slow = createPasswordHasher({
      argon2id: (input) => new Promise((resolve) => finish.push(() => resolve(Buffer.alloc(input.length)))),
      concurrency: 1,
      queueLimit: 1,
    });
    const running = slow.verify('a', undefined);
    const waiting = slow.verify('b', undefined);
    await expect(slow.verify('c', undefined)).rejects.toMatchObject({ kind: 'unavailable', code: 'password.busy' });
    finish[0]?.();
    await running;
    finish[1]?.();
    await expect(waiting).resolves.toBe(false);
  });
});

describe('readPasswordHash', () => {
  const salt = Buffer.alloc(16, 1);
  const hash = Buffer.alloc(32, 2);
  const text = writePasswordHash({ ...passwordCost, salt, hash });

  it('reads what was written', () => {
    expect(readPasswordHash(text)).toEqual({ ...passwordCost, salt, hash });
  });

  it.each([
    ['another algorithm', text.replace('argon2id', 'argon2i')],
    ['another version', text.replace('v=19', 'v=16')],
    ['a gigabyte', text.replace('m=19456', 'm=1048576')],
    ['less memory than the lanes need', text.replace('m=19456', 'm=7')],
    ['no pass', text.replace('t=2', 't=0')],
    ['too many passes', text.replace('t=2', 't=17')],
    ['no lane', text.replace('p=1', 'p=0')],
    ['too many lanes', text.replace('p=1', 'p=9')],
    ['a short hash', text.slice(0, -30)],
    ['a tail', `${text}x=`],
    ['nothing', ''],
  ])('refuses %s', (_name, broken) => {
    expect(broken).not.toBe(text);
    expect(readPasswordHash(broken)).toBeUndefined();
  });
});
