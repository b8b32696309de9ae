import { randomBytes } from 'node:crypto';
import {
  createEncryptionKey,
  createKeyRing,
  createOneTimeCodes,
  createPasswordHasher,
  createSecretBox,
  type KeyRing,
  loadArgon2id,
  type OneTimeCodes,
  type PasswordHasher,
  type SecretBox,
} from '../src/platform/secrets/index.ts';

export interface TestSecrets {
  readonly ring: KeyRing;
  readonly box: SecretBox;
  readonly oneTimeCodes: OneTimeCodes;
}

/** A key of this test's own, and what is made from it. */
export const createTestSecrets = (): TestSecrets => {
  const ring = createKeyRing([createEncryptionKey('test', randomBytes(32))]);
  return { ring, box: createSecretBox(ring), oneTimeCodes: createOneTimeCodes(ring) };
};

/** Real argon2id at the least cost that it takes. */
export const createTestPasswords = async (): Promise<PasswordHasher> =>
  createPasswordHasher({ argon2id: await loadArgon2id(), cost: { memory: 64, passes: 1, parallelism: 1 } });
