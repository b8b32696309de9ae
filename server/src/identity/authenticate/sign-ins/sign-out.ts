import type { Acting } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { publish, type Transaction } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import { credentialTopic } from '../credential-cache.ts';
import type { UserPrincipal } from '../principal.ts';
import { readSessionGrants } from './read-session-grants.ts';
import { deleteGrants, deleteSession, grantHash, selectSignIns } from './sign-in-store.ts';

/**
 * Signs the person out of the browser that stands behind the grant, as the provider's own page does: the browser's
 * sign-in ends, and with it every application used in it, unless the application was given offline access.
 */
export const signOut = async (
  deps: { readonly transaction: Transaction; readonly box: SecretBox },
  acting: Acting,
  principal: Pick<UserPrincipal, 'userId' | 'tenantId' | 'grantId'>,
): Promise<void> => {
  const { transaction, box } = deps;
  const { userId, tenantId } = principal;
  const own = grantHash(principal.grantId);
  const rows = await selectSignIns(transaction, userId);
  const ended = [own];
  for (const row of rows.filter(({ model }) => model === 'Session')) {
    const grants = readSessionGrants(box, row);
    if (!grants.some((grant) => grant.grantHash.equals(own))) continue;
    await deleteSession(transaction, userId, row.idHash);
    ended.push(...grants.filter(({ persistsLogout }) => !persistsLogout).map((grant) => grant.grantHash));
  }
  await deleteGrants(transaction, userId, ended);
  await recordAudit(transaction, {
    ...acting,
    action: 'user.signed-out',
    target: { kind: 'user', id: userId },
    tenantId,
  });
  await publish(transaction, credentialTopic, userId);
};
