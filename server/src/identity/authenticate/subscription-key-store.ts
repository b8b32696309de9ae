import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';

export interface KeyHolder {
  readonly subscriptionId: string;
  readonly slot: string;
  readonly applicationId: string;
  readonly tenantId: string;
  readonly productId: string;
  /** Nobody has noted its use for a minute. */
  readonly isUseDue: boolean;
}

/** Whose key it is, when subscription, application and tenant are alive and the product is of the given API. */
export const selectKeyHolder = async (
  handle: Handle,
  key: { readonly keyHash: Buffer; readonly apiId: string },
): Promise<KeyHolder | undefined> => {
  const { rows } = await sql<KeyHolder>`
    SELECT k.subscription_id, k.slot, s.application_id, a.tenant_id, s.product_id,
      k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS is_use_due
    FROM subscription_keys k
    JOIN api_product_subscriptions s ON s.id = k.subscription_id AND s.revoked_at IS NULL
    JOIN api_products p ON p.id = s.product_id AND p.api_application_id = ${key.apiId}
    JOIN applications a ON a.id = s.application_id AND a.disabled_at IS NULL
    JOIN tenants t ON t.id = a.tenant_id AND t.deactivated_at IS NULL
    WHERE k.key_hash = ${key.keyHash}`.execute(handle);
  return rows[0];
};

/** The condition keeps many requests at once down to one write a minute. */
export const noteKeyUse = async (handle: Handle, holder: KeyHolder): Promise<void> => {
  await handle
    .updateTable('subscriptionKeys')
    .set({ lastUsedAt: sql<Date>`now()` })
    .where('subscriptionId', '=', holder.subscriptionId)
    .where('slot', '=', holder.slot)
    .where(sql<boolean>`last_used_at IS NULL OR last_used_at < now() - interval '1 minute'`)
    .execute();
};
