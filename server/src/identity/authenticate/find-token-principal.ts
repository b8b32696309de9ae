import type { Database } from '../../platform/database/index.ts';
import type { AccessClaims } from './access-claims.ts';
import { selectApplicationCaller, selectUserCaller } from './caller-store.ts';
import type { Found } from './credential-cache.ts';
import type { ApplicationPrincipal, TokenPrincipal, UserPrincipal } from './principal.ts';

/**
 * Who the claims speak for, when everybody whom they name is still there and nothing was revoked since: user, tenant,
 * application, grant. Undefined otherwise.
 */
export const findTokenPrincipal = async (
  database: Database,
  claims: AccessClaims,
): Promise<Found<TokenPrincipal> | undefined> =>
  claims.user === undefined
    ? await findApplication(database, claims)
    : await findUserPrincipal(database, { ...claims, ...claims.user });

const subjectsOf = (...ids: readonly (string | undefined)[]): string[] => ids.filter((id) => id !== undefined);

/** What a token or a session says of a user; it is believed only after the database was asked. */
export interface UserClaims {
  readonly subject: string;
  readonly applicationId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
  readonly applicationVersion: number;
  readonly version: number;
  readonly grantId: string;
  readonly sessionId?: string;
  readonly tokenId?: string | undefined;
}

export const findUserPrincipal = async (
  database: Database,
  claims: UserClaims,
): Promise<Found<UserPrincipal> | undefined> => {
  const { subject: userId, applicationId, tenantId, scopes, grantId } = claims;
  const { version: userVersion, applicationVersion } = claims;
  const { tokenId } = claims;
  const key = { userId, applicationId, userVersion, applicationVersion, grantId, tokenId };
  const row = await selectUserCaller(database, key);
  if (row === undefined || row.tenantId !== tenantId) return undefined;
  const { sessionId } = claims;
  return {
    value: { kind: 'user', userId, applicationId, scopes, grantId, sessionId, ...row },
    subjects: subjectsOf(userId, applicationId, grantId, tenantId, row.applicationTenantId, tokenId),
  };
};

const findApplication = async (
  database: Database,
  claims: AccessClaims,
): Promise<Found<ApplicationPrincipal> | undefined> => {
  const { applicationId, tenantId, scopes } = claims;
  const row = await selectApplicationCaller(database, claims);
  if (row === undefined || row.tenantId !== tenantId || row.servicePrincipalId !== claims.subject) return undefined;
  return {
    value: { kind: 'application', applicationId, scopes, ...row },
    subjects: subjectsOf(applicationId, row.servicePrincipalId, tenantId, claims.tokenId),
  };
};
