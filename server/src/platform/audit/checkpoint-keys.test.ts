import { createPublicKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createEncryptionKey, createKeyRing } from '../secrets/index.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { checkpointPublicKeys, checkSignature, createCheckpointSigner } from './checkpoint-keys.ts';

const oldest = createEncryptionKey('k1', randomBytes(32));
const newest = createEncryptionKey('k2', randomBytes(32));
const ring = createKeyRing([newest, oldest]);
const facts = { position: 5, hash: 'ab'.repeat(32), writtenAt: '2026-11-15T02:00:00.000Z', node: 'node-1' };
const checkpoint = createCheckpointSigner(ring).sign(facts);
const keys = checkpointPublicKeys(ring);

describe('checkpoints', () => {
  it('are signed with the current key, and survive being written down', () => {
    const read = readCheckpoint(writeCheckpoint(checkpoint));
    expect(read).toEqual(checkpoint);
    expect(read?.key).toBe(newest.fingerprint);
    expect(checkSignature(keys, checkpoint)).toBe('valid');
  });

  it('are still verified after a rotation', () => {
    const before = createCheckpointSigner(createKeyRing([oldest])).sign(facts);
    expect(checkSignature(keys, before)).toBe('valid');
    expect(checkSignature(checkpointPublicKeys(createKeyRing([newest])), before)).toBe('unknownKey');
  });

  it('are verified with public keys alone', () => {
    const published = [...keys].map(
      ([name, key]) => [name, createPublicKey(key.export({ type: 'spki', format: 'pem' }))] as const,
    );
    expect(checkSignature(new Map(published), checkpoint)).toBe('valid');
  });

  it.each([
    ['position', { position: 6 }],
    ['hash', { hash: 'ac'.repeat(32) }],
    ['writtenAt', { writtenAt: '2026-11-15T02:00:00.001Z' }],
    ['node', { node: 'node-2' }],
    ['key', { key: oldest.fingerprint }],
    ['signature', { signature: Buffer.alloc(64).toString('base64url') }],
  ])('are forged when %s is changed', (_name, change) => {
    expect(checkSignature(keys, { ...checkpoint, ...change })).toBe('forged');
  });

  it.each([
    '',
    'null',
    '{}',
    '[]',
    writeCheckpoint(checkpoint).slice(0, -1),
    writeCheckpoint({ ...checkpoint, position: 1.5 }),
    writeCheckpoint({ ...checkpoint, position: 0 }),
    writeCheckpoint({ ...checkpoint, hash: 'ab' }),
    writeCheckpoint({ ...checkpoint, node: 'x'.repeat(3_000) }),
    writeCheckpoint({ ...checkpoint, signature: 'short' }),
  ])('are not read from %j', (line) => {
    expect(readCheckpoint(line)).toBeUndefined();
  });
});
