import { errors } from 'oidc-provider';
import type { Handle } from '../../platform/database/index.ts';
import { applicationIdIn } from './api-indicator.ts';
import type { Registration } from './registration.ts';
import { selectAccess, selectApiByUri, selectRegistration } from './registration-store.ts';

export interface ApiAccess {
  readonly api: Registration;
  /** Scopes that the client may ask for. */
  readonly scopes: readonly string[];
  /** Scopes for which nobody is asked. */
  readonly withoutConsent: readonly string[];
}

/**
 * The API that a client asks a token for, and what it may do there. An API that the client has no access to, one of
 * another tenant and one that does not exist give the same error (contract X2).
 */
export const findApi = async (handle: Handle, client: Registration, indicator: string): Promise<ApiAccess> => {
  const id = applicationIdIn(indicator);
  const api =
    id === undefined
      ? await selectApiByUri(handle, indicator.replace(/\/$/, ''), client.tenantId)
      : await selectRegistration(handle, id);
  if (api === undefined || !api.isApi) throw new errors.InvalidTarget('there is no such API for this client');
  const { registered, preAuthorized } = await selectAccess(handle, client.id, api.id);
  const published = new Set(api.scopes);
  const keep = (scopes: readonly string[] | undefined) => (scopes ?? []).filter((scope) => published.has(scope));
  if (client.firstParty || client.id === api.id) return { api, scopes: api.scopes, withoutConsent: api.scopes };
  if (registered === undefined && preAuthorized === undefined) {
    throw new errors.InvalidTarget('there is no such API for this client');
  }
  return {
    api,
    scopes: [...new Set([...keep(registered), ...keep(preAuthorized)])],
    withoutConsent: keep(preAuthorized),
  };
};
