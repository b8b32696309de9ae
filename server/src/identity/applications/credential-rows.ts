import type { Transaction } from '../../platform/database/index.ts';
import { prepareStatement } from '../services/resources/prepared-statement.ts';
import type { NewSecret } from './application-secret.ts';
import type { NewSubscription } from './subscription-keys.ts';

/** Inserts the secrets of a JSON list, so that a statement which makes a whole application can have none. */
export const secretText = (id: string, secrets: string): string => `
  INSERT INTO application_secrets
    (id, application_id, version, description, secret_hash, sealed_secret, secret_start, created_by, expires_at)
  SELECT w.id, ${id}::uuid, w.version, w.description, decode(w.hash, 'hex'), w.sealed, w.start, w."createdBy",
    now() + make_interval(days => w.days)
  FROM jsonb_to_recordset(${secrets}::jsonb) AS w (id uuid, version integer, description text, hash text, sealed text,
    start text, "createdBy" uuid, days integer)`;

export const secretValue = (secrets: readonly NewSecret[]): string =>
  JSON.stringify(
    secrets.map(({ id, version, description, secretHash, sealedSecret, secretStart, createdBy, days }) => ({
      id,
      version,
      description,
      hash: secretHash.toString('hex'),
      sealed: sealedSecret,
      start: secretStart,
      createdBy,
      days,
    })),
  );

const insertOne = prepareStatement<{ expiresAt: Date | null }>(
  'applications.insert-secret',
  `${secretText('$1', '$2')} RETURNING expires_at`,
);

export const insertSecretRow = async (
  transaction: Transaction,
  applicationId: string,
  secret: NewSecret,
): Promise<{ readonly expiresAt: Date | null }> =>
  (await insertOne(transaction, [applicationId, secretValue([secret])]))[0] ?? { expiresAt: null };

export const subscriptionText = (id: string, subscriptions: string): string => `
  INSERT INTO api_product_subscriptions (id, application_id, product_id, position)
  SELECT w.id, ${id}::uuid, w."productId", w.position
  FROM jsonb_to_recordset(${subscriptions}::jsonb) AS w (id uuid, "productId" uuid, position integer)`;

export const subscriptionValue = (subscriptions: readonly NewSubscription[]): string =>
  JSON.stringify(subscriptions.map(({ id, productId, position }) => ({ id, productId, position })));

export const keyText = (keys: string): string => `
  INSERT INTO subscription_keys (subscription_id, slot, key_hash, sealed_key)
  SELECT w.id, w.slot, decode(w.hash, 'hex'), w.sealed
  FROM jsonb_to_recordset(${keys}::jsonb) AS w (id uuid, slot text, hash text, sealed text)`;

export const keyValue = (subscriptions: readonly NewSubscription[]): string =>
  JSON.stringify(
    subscriptions.flatMap(({ id, keys }) =>
      keys.map(({ slot, keyHash, sealedKey }) => ({ id, slot, hash: keyHash.toString('hex'), sealed: sealedKey })),
    ),
  );

const insertBoth = prepareStatement(
  'applications.insert-subscriptions',
  `WITH subscribed AS (${subscriptionText('$1', '$2')}) ${keyText('$3')}`,
);

export const insertSubscriptions = async (
  transaction: Transaction,
  applicationId: string,
  subscriptions: readonly NewSubscription[],
): Promise<void> => {
  if (subscriptions.length === 0) return;
  await insertBoth(transaction, [applicationId, subscriptionValue(subscriptions), keyValue(subscriptions)]);
};
