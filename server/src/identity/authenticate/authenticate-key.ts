import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/index.ts';
import { hashToken, isSubscriptionKey } from '../../platform/secrets/index.ts';
import type { CredentialCache } from './credential-cache.ts';
import type { KeyPrincipal } from './principal.ts';
import { readSubscriptionKey } from './read-subscription-key.ts';
import { keyInvalid, keyMissing } from './refusals.ts';
import { noteKeyUse, selectKeyHolder } from './subscription-key-store.ts';

export interface KeyDeps {
  readonly database: Database;
  readonly keys: CredentialCache<KeyPrincipal>;
  /** The platform API: keys of other products do not open it. */
  readonly apiId: string;
}

/** Contract X1, X6: the application that holds the subscription key of the request. */
export const authenticateKey = async (deps: KeyDeps, request: FastifyRequest): Promise<KeyPrincipal> => {
  const key = readSubscriptionKey(request);
  if (key === undefined) throw keyMissing();
  if (!isSubscriptionKey(key)) throw keyInvalid();
  const principal = await deps.keys.find(hash('sha256', key, 'base64url'), async () => {
    const holder = await selectKeyHolder(deps.database, { keyHash: hashToken(key), apiId: deps.apiId });
    if (holder === undefined) return undefined;
    if (holder.isUseDue) await noteKeyUse(deps.database, holder);
    const { subscriptionId, applicationId, tenantId, productId } = holder;
    const value = { kind: 'subscriptionKey' as const, subscriptionId, applicationId, tenantId };
    return { value, subjects: [subscriptionId, applicationId, tenantId, productId] };
  });
  if (principal === undefined) throw keyInvalid();
  return principal;
};
