import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type PlatformRole, platformRoles } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import { revokedTokenHash } from '../provider/revoke-access-token.ts';
import { revokedModel } from '../provider/revoked-token-store.ts';

const knownRoles = (roles: readonly string[]): PlatformRole[] => platformRoles.filter((role) => roles.includes(role));

export interface UserCallerRow {
  readonly tenantId: string;
  readonly applicationTenantId: string;
  readonly roles: readonly PlatformRole[];
}

export interface UserCallerKey {
  readonly userId: string;
  readonly applicationId: string;
  readonly userVersion: number;
  readonly applicationVersion: number;
  readonly grantId: string;
  readonly tokenId?: string | undefined;
}

/** Nobody has revoked this very token. */
const isNotRevoked = (tokenId: string | undefined): RawBuilder<unknown> =>
  tokenId === undefined
    ? sql`true`
    : sql`NOT EXISTS (SELECT FROM oidc_records x
        WHERE x.model = ${revokedModel} AND x.id_hash = ${revokedTokenHash(tokenId)})`;

/**
 * The user of a token that is still good: user, application, their tenants and the grant between them are all alive, and
 * nothing has ended what was issued before. One question, because it is asked about every request.
 */
export const selectUserCaller = async (handle: Handle, key: UserCallerKey): Promise<UserCallerRow | undefined> => {
  const grantHash = createHash('sha256').update(key.grantId).digest();
  const { rows } = await sql<{ tenantId: string; applicationTenantId: string; roles: string[] }>`
    SELECT u.tenant_id, a.tenant_id AS application_tenant_id,
      ARRAY(SELECT r.role FROM user_platform_roles r WHERE r.user_id = u.id) AS roles
    FROM users u
    JOIN tenants ut ON ut.id = u.tenant_id AND ut.deactivated_at IS NULL
    JOIN applications a ON a.id = ${key.applicationId} AND a.disabled_at IS NULL
      AND a.credentials_version = ${key.applicationVersion}
    JOIN tenants at ON at.id = a.tenant_id AND at.deactivated_at IS NULL
    WHERE u.id = ${key.userId} AND u.activated_at IS NOT NULL AND u.deactivated_at IS NULL
      AND u.credentials_version = ${key.userVersion}
      AND EXISTS (
        SELECT FROM oidc_records g
        WHERE g.model = 'Grant' AND g.id_hash = ${grantHash} AND g.account_id = u.id AND g.client_id = a.id
          AND (g.expires_at IS NULL OR g.expires_at > now())
      )
      AND ${isNotRevoked(key.tokenId)}`.execute(handle);
  const [row] = rows;
  return row === undefined ? undefined : { ...row, roles: knownRoles(row.roles) };
};

export interface ApplicationCallerRow {
  readonly tenantId: string;
  readonly servicePrincipalId: string;
  readonly roles: readonly PlatformRole[];
}

/** The application of a token that is still good, by the service principal that it acts as. */
export const selectApplicationCaller = async (
  handle: Handle,
  key: {
    readonly applicationId: string;
    readonly applicationVersion: number;
    readonly tokenId?: string | undefined;
  },
): Promise<ApplicationCallerRow | undefined> => {
  const { rows } = await sql<{ tenantId: string; servicePrincipalId: string; roles: string[] }>`
    SELECT a.tenant_id, p.id AS service_principal_id,
      ARRAY(SELECT r.role FROM service_principal_platform_roles r WHERE r.service_principal_id = p.id) AS roles
    FROM applications a
    JOIN tenants t ON t.id = a.tenant_id AND t.deactivated_at IS NULL
    JOIN service_principals p ON p.application_id = a.id AND p.disabled_at IS NULL
    WHERE a.id = ${key.applicationId} AND a.disabled_at IS NULL
      AND a.credentials_version = ${key.applicationVersion}
      AND ${isNotRevoked(key.tokenId)}`.execute(handle);
  const [row] = rows;
  return row === undefined ? undefined : { ...row, roles: knownRoles(row.roles) };
};
