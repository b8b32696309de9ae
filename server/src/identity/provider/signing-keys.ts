import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, publish, type Transaction } from '../../platform/database/index.ts';
import type { SecretBox, SecretPlace } from '../../platform/secrets/index.ts';
import {
  activateKey,
  deleteDeadKeys,
  insertSigningKey,
  lockSigningKeys,
  retireActiveKey,
  type SigningAlgorithm,
  selectActiveKeyAge,
  selectRipeKey,
  selectSigningKeys,
  signingAlgorithms,
} from './signing-key-store.ts';

export interface SigningKeysDeps {
  readonly database: Database;
  readonly box: SecretBox;
}

/** Tells every node to read the keys again. */
export const signingKeysTopic = 'signing-keys';

const day = 24 * 3600;
const rotateAfter = 90 * day;
/** Clients may cache the published keys for a day: a new one signs only after all of them know it. */
const publishBefore = day;
/** Tokens live an hour; id tokens as long. */
export const verifiesFor = 2 * 3600;

const placeOf = (id: string): SecretPlace => ({ table: 'signing_keys', row: id, field: 'private_key' });

/** The private keys, the one that signs access tokens first. Makes the first keys when there are none. */
export const loadSigningKeys = async (deps: SigningKeysDeps): Promise<JWK[]> => {
  const rows = await selectSigningKeys(deps.database);
  const missing = signingAlgorithms.filter(
    (algorithm) => !rows.some((row) => row.algorithm === algorithm && row.state === 'active'),
  );
  if (missing.length > 0) {
    await inTransaction(deps.database, async (transaction) => {
      await lockSigningKeys(transaction);
      for (const algorithm of missing) {
        const active = await selectActiveKeyAge(transaction, algorithm);
        if (active === undefined) await makeSigningKey(transaction, deps.box, algorithm, 'active');
      }
    });
    return await loadSigningKeys(deps);
  }
  return rows.map((row) => JSON.parse(deps.box.openText(row.sealedPrivateKey, placeOf(row.id))) as JWK);
};

export const makeSigningKey = async (
  transaction: Transaction,
  box: SecretBox,
  algorithm: SigningAlgorithm,
  state: 'active' | 'upcoming',
): Promise<string> => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const id = crypto.randomUUID();
  const describe = async (key: CryptoKey): Promise<JWK> => ({
    ...(await exportJWK(key)),
    kid: id,
    alg: algorithm,
    use: 'sig',
  });
  const sealedPrivateKey = box.seal(JSON.stringify(await describe(privateKey)), placeOf(id));
  const publicJwk = await describe(publicKey);
  await insertSigningKey(transaction, { id, algorithm, publicJwk, sealedPrivateKey, state });
  await recordAudit(transaction, {
    actor: { kind: 'system' },
    action: 'signing-key.made',
    target: { kind: 'signing-key', id },
  });
  await publish(transaction, signingKeysTopic, id);
  return id;
};

/** Lets an upcoming key sign in place of the one that does. */
export const activateSigningKey = async (
  transaction: Transaction,
  algorithm: SigningAlgorithm,
  id: string,
): Promise<void> => {
  await retireActiveKey(transaction, algorithm, verifiesFor);
  await activateKey(transaction, id);
  await recordAudit(transaction, {
    actor: { kind: 'system' },
    action: 'signing-key.activated',
    target: { kind: 'signing-key', id },
  });
  await publish(transaction, signingKeysTopic, id);
};

/**
 * One step of the rotation, to be called every hour: a key that has signed for long enough gets a successor, which is
 * published first and signs a day later.
 */
export const rotateSigningKeys = async (deps: SigningKeysDeps): Promise<void> => {
  await inTransaction(deps.database, async (transaction) => {
    await lockSigningKeys(transaction);
    for (const algorithm of signingAlgorithms) {
      const active = await selectActiveKeyAge(transaction, algorithm);
      if (active === undefined) continue;
      if (active.seconds > rotateAfter && !active.hasUpcoming) {
        await makeSigningKey(transaction, deps.box, algorithm, 'upcoming');
      }
      const ripe = await selectRipeKey(transaction, algorithm, publishBefore);
      if (ripe !== undefined) await activateSigningKey(transaction, algorithm, ripe);
    }
    await deleteDeadKeys(transaction, day);
  });
};
