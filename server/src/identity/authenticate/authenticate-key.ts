import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/index.ts';
import { isSubscriptionKey } from '../../platform/secrets/index.ts';
import { findSubscriptionKey } from '../applications/find-subscription-key.ts';
import { noteKeyUse } from '../applications/subscription-store.ts';
import type { CredentialCache, Found } from './credential-cache.ts';
import type { KeyPrincipal } from './principal.ts';
import { readSubscriptionKey } from './read-subscription-key.ts';
import { keyInvalid, keyMissing } from './refusals.ts';

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
  const principal = await deps.keys.find(hash('sha256', key, 'base64url'), () => findHolder(deps, key));
  if (principal === undefined) throw keyInvalid();
  return principal;
};

const findHolder = async ({ database, apiId }: KeyDeps, key: string): Promise<Found<KeyPrincipal> | undefined> => {
  const facts = await findSubscriptionKey(database, key);
  if (facts === undefined || facts.apiApplicationId !== apiId) return undefined;
  if (facts.revoked || facts.disabled || facts.tenantDeactivated) return undefined;
  if (facts.isUseDue) await noteKeyUse(database, facts);
  const { subscriptionId, applicationId, tenantId, productId } = facts;
  return {
    value: { kind: 'subscriptionKey', subscriptionId, applicationId, tenantId },
    subjects: [subscriptionId, applicationId, tenantId, productId],
  };
};
