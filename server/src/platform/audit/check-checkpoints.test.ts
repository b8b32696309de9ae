import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptionKey, createKeyRing } from '../secrets/index.ts';
import { createProblemList } from './audit-report.ts';
import { createCheckpointCheck } from './check-checkpoints.ts';
import type { Checkpoint } from './checkpoint.ts';
import { checkpointPublicKeys, createCheckpointSigner } from './checkpoint-keys.ts';

const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
const foreignRing = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
const hashAt = (position: number) => Buffer.alloc(32, position);
const sign = (position: number, hash = hashAt(position), keys = ring): Checkpoint =>
  createCheckpointSigner(keys).sign({
    position,
    hash: hash.toString('hex'),
    writtenAt: '2026-11-15T02:00:00Z',
    node: 'n',
  });

/** A chain of `length` links that is as it should be. */
const check = (checkpoints: readonly Checkpoint[], length: number, unreadableLines: readonly number[] = []) => {
  const problems = createProblemList(10);
  const keys = checkpointPublicKeys(ring);
  const checking = createCheckpointCheck([{ checkpoints, unreadableLines }], keys, problems);
  for (let position = 1; position <= length; position += 1) checking.see(position, hashAt(position));
  const counts = checking.finish(length);
  return { counts, found: problems.problems.map(({ kind, position }) => [kind, position]) };
};

describe('createCheckpointCheck', () => {
  it('passes what matches', () => {
    const { counts, found } = check([sign(1), sign(3), sign(3)], 5);
    expect(found).toEqual([]);
    expect(counts).toEqual({ valid: 3, unverifiable: 0, covers: 3 });
  });

  it.each([
    ['a rewritten chain', [sign(2, hashAt(9))], 5, [['checkpointMismatch', 2]]],
    ['a missing link', [sign(1), { ...sign(6) }], 5, [['truncated', 6]]],
    ['a chain that is gone', [sign(4)], 0, [['truncated', 1]]],
    ['a cut end, once', [sign(4), sign(7), sign(9)], 3, [['truncated', 4]]],
    ['a forged note', [{ ...sign(2), position: 3 }], 5, [['checkpointForged', 3]]],
    ['notes under keys of others', [sign(2, hashAt(2), foreignRing)], 5, [['checkpointForged', undefined]]],
  ])('finds %s', (_name, checkpoints, length, expected) => {
    expect(check(checkpoints, length).found).toEqual(expected);
  });

  it('compares notes under a key that is not at hand, too', () => {
    const { counts, found } = check([sign(1), sign(2, hashAt(2), foreignRing), sign(3, hashAt(9), foreignRing)], 5);
    expect(counts).toEqual({ valid: 1, unverifiable: 2, covers: 1 });
    expect(found).toEqual([['checkpointMismatch', 3]]);
  });

  it('does not believe a forged note that says the chain was longer', () => {
    expect(check([sign(1), { ...sign(2), position: 9 }], 5).found).toEqual([['checkpointForged', 9]]);
  });

  it('tells of lines that cannot be read', () => {
    expect(check([sign(1)], 1, [2]).found).toEqual([['checkpointUnreadable', undefined]]);
  });
});
