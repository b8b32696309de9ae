import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, publish, type Transaction } from '../../platform/database/index.ts';
import type { SecretBox, SecretPlace } from '../../platform/secrets/index.ts';
import {
  activateKey,
  insertSigningKey,
  lockSigningKeys,
  retireActiveKey,
  selectActiveKeyAge,
  selectRipeKey,
  selectSigningKeys,
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
const verifiesFor = 2 * 3600;

const placeOf = (id: string): SecretPlace => ({ table: 'signing_keys', row: id, field: 'private_key' });

/** The private keys, the one that signs first. Makes the first key when there is none. */
export const loadSigningKeys = async (deps: SigningKeysDeps): Promise<JWK[]> => {
  const rows = await selectSigningKeys(deps.database);
  if (!rows.some((row) => row.state === 'active')) {
    await inTransaction(deps.database, async (transaction) => {
      await lockSigningKeys(transaction);
      if ((await selectActiveKeyAge(transaction)) === undefined) await makeKey(transaction, deps.box, 'active');
    });
    return await loadSigningKeys(deps);
  }
  return rows.map((row) => JSON.parse(deps.box.openText(row.sealedPrivateKey, placeOf(row.id))) as JWK);
};

const makeKey = async (transaction: Transaction, box: SecretBox, state: 'active' | 'upcoming'): Promise<void> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const id = crypto.randomUUID();
  const describe = async (key: CryptoKey): Promise<JWK> => ({
    ...(await exportJWK(key)),
    kid: id,
    alg: 'ES256',
    use: 'sig',
  });
  const sealedPrivateKey = box.seal(JSON.stringify(await describe(privateKey)), placeOf(id));
  await insertSigningKey(transaction, { id, publicJwk: await describe(publicKey), sealedPrivateKey, state });
  await recordAudit(transaction, {
    actor: { kind: 'system' },
    action: 'signing-key.made',
    target: { kind: 'signing-key', id },
  });
  await publish(transaction, signingKeysTopic, id);
};

/**
 * One step of the rotation, to be called every hour: a key that has signed for long enough gets a successor, which is
 * published first and signs a day later. `now` rotates without waiting, when a key may have leaked.
 */
export const rotateSigningKeys = async (deps: SigningKeysDeps, now = false): Promise<void> => {
  await inTransaction(deps.database, async (transaction) => {
    await lockSigningKeys(transaction);
    const active = await selectActiveKeyAge(transaction);
    if (active === undefined) return;
    if (now || (active.seconds > rotateAfter && !active.hasUpcoming)) await makeKey(transaction, deps.box, 'upcoming');
    const ripe = await selectRipeKey(transaction, now ? 0 : publishBefore);
    if (ripe === undefined) return;
    await retireActiveKey(transaction, verifiesFor);
    await activateKey(transaction, ripe);
    await recordAudit(transaction, {
      actor: { kind: 'system' },
      action: 'signing-key.activated',
      target: { kind: 'signing-key', id: ripe },
    });
    await publish(transaction, signingKeysTopic, ripe);
  });
};
