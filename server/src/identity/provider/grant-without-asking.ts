import type { KoaContextWithOIDC } from 'oidc-provider';
import { findUser } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { findApi } from './find-api.ts';
import type { Registration } from './registration.ts';

/**
 * The grant of this sign-in: the one that exists, filled up with what nobody needs to be asked for. Applications of the
 * user's own tenant were registered by the people who run it, so their users are not asked either; a foreign application
 * is let in without a question only where the API itself names it.
 */
export const grantWithoutAsking = async (ctx: KoaContextWithOIDC, client: Registration, database: Database) => {
  const { oidc } = ctx;
  const { session, account } = oidc;
  if (session === undefined || account === undefined) return undefined;
  const existingId = oidc.result?.consent?.grantId ?? session.grantIdFor(client.id);
  const existing = existingId === undefined ? undefined : await oidc.provider.Grant.find(existingId);
  const grant = existing ?? new oidc.provider.Grant({ accountId: account.accountId, clientId: client.id });
  const user = await findUser(database, { userId: account.accountId, scope: 'everyTenant' });
  const isTrusted = client.firstParty || user.tenantId === client.tenantId;
  let changed = existing === undefined;

  if (isTrusted) {
    const wanted = [...oidc.requestParamOIDCScopes].join(' ');
    if (wanted !== '' && wanted !== grant.getOIDCScopeFiltered(oidc.requestParamOIDCScopes)) {
      grant.addOIDCScope(wanted);
      changed = true;
    }
  }
  for (const indicator of Object.keys(oidc.resourceServers ?? {})) {
    const access = await findApi(database, client, indicator);
    const free = isTrusted ? access.scopes : access.withoutConsent;
    const wanted = [...oidc.requestParamScopes].filter((scope) => free.includes(scope)).join(' ');
    if (wanted === '') continue;
    grant.addResourceScope(indicator, wanted);
    changed = true;
  }
  if (changed) await grant.save();
  return grant;
};
