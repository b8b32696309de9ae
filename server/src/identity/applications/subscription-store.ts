import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { KeySlot, NewKey } from './subscription-keys.ts';

/** Ends the subscriptions with their keys. */
export const deleteSubscriptions = async (
  transaction: Transaction,
  applicationId: string,
  subscriptionIds: readonly string[],
): Promise<void> => {
  await transaction
    .deleteFrom('apiProductSubscriptions')
    .where('applicationId', '=', applicationId)
    .where('id', '=', sql<string>`ANY(${[...subscriptionIds]}::uuid[])`)
    .execute();
};

/** The order in which a template lists the products. */
export const orderSubscriptions = async (
  transaction: Transaction,
  applicationId: string,
  productIds: readonly string[],
): Promise<void> => {
  await sql`
    UPDATE api_product_subscriptions SET position = w.place - 1
    FROM unnest(${[...productIds]}::uuid[]) WITH ORDINALITY AS w (product_id, place)
    WHERE application_id = ${applicationId} AND api_product_subscriptions.product_id = w.product_id`.execute(
    transaction,
  );
};

export interface ApplicationSubscription {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly keys: readonly {
    readonly slot: KeySlot;
    readonly createdAt: Date;
    readonly lastUsedAt: Date | null;
  }[];
}

interface KeyInJson {
  readonly slot: KeySlot;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Inside JSON a time is a text, in a form of the database's own. */
const toKey = ({ slot, createdAt, lastUsedAt }: KeyInJson): ApplicationSubscription['keys'][number] => ({
  slot,
  createdAt: new Date(createdAt),
  lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
});

export const selectSubscriptions = async (
  handle: Handle,
  applicationId: string,
): Promise<ApplicationSubscription[]> => {
  const rows = await handle
    .selectFrom('apiProductSubscriptions')
    .innerJoin('apiProducts', 'apiProducts.id', 'apiProductSubscriptions.productId')
    .select([
      'apiProductSubscriptions.id',
      'apiProductSubscriptions.productId',
      'apiProducts.name as productName',
      'apiProductSubscriptions.createdAt',
      'apiProductSubscriptions.revokedAt',
      sql<readonly KeyInJson[]>`(
        SELECT jsonb_agg(jsonb_build_object(
          'slot', k.slot, 'createdAt', k.created_at, 'lastUsedAt', k.last_used_at) ORDER BY k.slot)
        FROM subscription_keys k WHERE k.subscription_id = api_product_subscriptions.id)`.as('keys'),
    ])
    .where('applicationId', '=', applicationId)
    .orderBy('apiProductSubscriptions.position')
    .orderBy('apiProducts.nameKey')
    .execute();
  return rows.map((row) => ({ ...row, keys: row.keys.map(toKey) }));
};

export interface SealedKey {
  readonly slot: KeySlot;
  readonly sealedKey: string;
}

/** Undefined when the application has no such subscription. */
export const selectSealedKeys = async (
  handle: Handle,
  applicationId: string,
  subscriptionId: string,
): Promise<{ readonly revoked: boolean; readonly keys: readonly SealedKey[] } | undefined> => {
  const rows = await handle
    .selectFrom('apiProductSubscriptions')
    .innerJoin('subscriptionKeys', 'subscriptionKeys.subscriptionId', 'apiProductSubscriptions.id')
    .select(['slot', 'sealedKey', 'revokedAt'])
    .where('apiProductSubscriptions.id', '=', subscriptionId)
    .where('applicationId', '=', applicationId)
    .orderBy('slot')
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const keys = rows.map(({ slot, sealedKey }) => ({ slot: slot as KeySlot, sealedKey }));
  return { revoked: first.revokedAt !== null, keys };
};

export const replaceKey = async (transaction: Transaction, subscriptionId: string, key: NewKey): Promise<void> => {
  await transaction
    .updateTable('subscriptionKeys')
    .set({
      keyHash: key.keyHash,
      sealedKey: key.sealedKey,
      createdAt: sql<Date>`now()`,
      lastUsedAt: null,
    })
    .where('subscriptionId', '=', subscriptionId)
    .where('slot', '=', key.slot)
    .execute();
};

/** False when it was revoked before. */
export const markSubscriptionRevoked = async (transaction: Transaction, subscriptionId: string): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('apiProductSubscriptions')
    .set({ revokedAt: sql<Date>`now()` })
    .where('id', '=', subscriptionId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/** What a subscription key stands for. */
export interface KeyFacts {
  readonly subscriptionId: string;
  readonly slot: KeySlot;
  readonly applicationId: string;
  readonly tenantId: string;
  readonly productId: string;
  /** The API behind the product; null when it has none. */
  readonly apiApplicationId: string | null;
  /** Somebody ended the subscription. */
  readonly revoked: boolean;
  /** Somebody disabled the application. */
  readonly disabled: boolean;
  /** The tenant of the application is deactivated. */
  readonly tenantDeactivated: boolean;
  /** Nobody has noted its use for a minute. */
  readonly isUseDue: boolean;
}

export const selectKeyFacts = async (handle: Handle, keyHash: Buffer): Promise<KeyFacts | undefined> => {
  const row = await handle
    .selectFrom('subscriptionKeys')
    .innerJoin('apiProductSubscriptions', 'apiProductSubscriptions.id', 'subscriptionKeys.subscriptionId')
    .innerJoin('applications', 'applications.id', 'apiProductSubscriptions.applicationId')
    .innerJoin('tenants', 'tenants.id', 'applications.tenantId')
    .innerJoin('apiProducts', 'apiProducts.id', 'apiProductSubscriptions.productId')
    .select([
      'subscriptionKeys.subscriptionId',
      'subscriptionKeys.slot',
      'apiProductSubscriptions.applicationId',
      'applications.tenantId',
      'apiProductSubscriptions.productId',
      'apiProducts.apiApplicationId',
      sql<boolean>`api_product_subscriptions.revoked_at IS NOT NULL`.as('revoked'),
      sql<boolean>`applications.disabled_at IS NOT NULL`.as('disabled'),
      sql<boolean>`tenants.deactivated_at IS NOT NULL`.as('tenantDeactivated'),
      sql<boolean>`subscription_keys.last_used_at IS NULL OR subscription_keys.last_used_at < now() - interval '1 minute'`.as(
        'isUseDue',
      ),
    ])
    .where('subscriptionKeys.keyHash', '=', keyHash)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, slot: row.slot as KeySlot };
};

/** The condition keeps many requests at once down to one write a minute. */
export const noteKeyUse = async (
  handle: Handle,
  key: { readonly subscriptionId: string; readonly slot: KeySlot },
): Promise<void> => {
  await handle
    .updateTable('subscriptionKeys')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('subscriptionId', '=', key.subscriptionId)
    .where('slot', '=', key.slot)
    .where(sql<boolean>`last_used_at IS NULL OR last_used_at < now() - interval '1 minute'`)
    .execute();
};
