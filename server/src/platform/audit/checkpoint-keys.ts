import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { EncryptionKey, KeyRing } from '../secrets/index.ts';
import { type Checkpoint, type CheckpointFacts, signedText } from './checkpoint.ts';

export type SignatureState = 'valid' | 'forged' | 'unknownKey';

export interface CheckpointSigner {
  /** Fingerprint that the checkpoints carry. */
  readonly key: string;
  sign(facts: CheckpointFacts): Checkpoint;
}

/** By fingerprint. The public halves alone are enough to verify: an auditor needs no secret of ours. */
export type CheckpointPublicKeys = ReadonlyMap<string, KeyObject>;

// What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410).
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeyOf = (key: EncryptionKey): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Start, key.derive('sign audit checkpoints').export()]),
    format: 'der',
    type: 'pkcs8',
  });

/** Signs with a key that follows from the current encryption key, which is outside the database. */
export const createCheckpointSigner = (ring: KeyRing): CheckpointSigner => {
  const privateKey = privateKeyOf(ring.current);
  const key = ring.current.fingerprint;
  return {
    key,
    sign: (facts) => {
      const unsigned = { format: 1 as const, ...facts, key };
      const signature = sign(null, Buffer.from(signedText(unsigned), 'utf8'), privateKey).toString('base64url');
      return { ...unsigned, signature };
    },
  };
};

export const checkpointPublicKeys = (ring: KeyRing): CheckpointPublicKeys =>
  new Map(ring.keys.map((key) => [key.fingerprint, createPublicKey(privateKeyOf(key))]));

export const checkSignature = (keys: CheckpointPublicKeys, checkpoint: Checkpoint): SignatureState => {
  const publicKey = keys.get(checkpoint.key);
  if (publicKey === undefined) return 'unknownKey';
  const text = Buffer.from(signedText(checkpoint), 'utf8');
  return verify(null, text, publicKey, Buffer.from(checkpoint.signature, 'base64url')) ? 'valid' : 'forged';
};
