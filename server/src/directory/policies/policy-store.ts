import { sql } from 'kysely';
import type { PasswordPolicy } from '../../accounts/index.ts';
import { executePrepared, type Handle } from '../../platform/database/index.ts';

export interface PolicyRow {
  readonly platformTermsMissing: boolean;
  readonly serviceTermsMissing: boolean;
  /** Null where there is no subscription, and where no service was named. */
  readonly subscriptionState: string | null;
  /** The service exists, and the user or the application may know of it. */
  readonly isServiceVisible: boolean;
  readonly userTenantId: string;
  readonly passwordChangedAt: Date | null;
  readonly passwordMustChange: boolean | null;
  readonly passwordPolicies: readonly Pick<PasswordPolicy, 'unit' | 'interval'>[];
  readonly now: Date;
}

export interface PolicyKey {
  readonly userId: string;
  readonly serviceId: string | undefined;
  readonly applicationId: string;
  readonly applicationTenantId: string;
}

const termsMissing = (serviceId: string | null) => sql<boolean>`EXISTS (
  SELECT FROM (
    SELECT d.id FROM terms_documents d
    WHERE ${serviceId === null ? sql`d.service_id IS NULL` : sql`d.service_id = ${serviceId}`} AND d.published_at IS NOT NULL
    ORDER BY d.version DESC LIMIT 1
  ) AS latest
  WHERE NOT EXISTS (SELECT FROM terms_acceptances a WHERE a.user_id = u.id AND a.terms_id = latest.id)
)`;

/** Everything that policies are judged by, in one question. */
export const selectPolicyFacts = async (handle: Handle, key: PolicyKey): Promise<PolicyRow | undefined> => {
  const serviceId = key.serviceId ?? null;
  const query = sql<PolicyRow>`
    SELECT ${termsMissing(null)} AS platform_terms_missing,
      ${serviceId === null ? sql`false` : termsMissing(serviceId)} AS service_terms_missing,
      s.state AS subscription_state,
      coalesce(
        v.public OR v.tenant_id IN (u.tenant_id, ${key.applicationTenantId}) OR s.state IS NOT NULL
        OR EXISTS (
          SELECT FROM application_services l WHERE l.application_id = ${key.applicationId} AND l.service_id = v.id
        ), false) AS is_service_visible,
      u.tenant_id AS user_tenant_id,
      c.changed_at AS password_changed_at, c.must_change AS password_must_change,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('unit', p.password_policy_unit, 'interval', p.password_policy_interval))
        FROM services p
        WHERE p.password_policy_enforced AND (p.id = ${serviceId}::uuid OR (
          p.password_policy_scope = 'platform' AND p.root_service_id IN (
            SELECT m.service_id FROM subscriptions m WHERE m.user_id = u.id AND m.state = 'subscribing'
          )))
      ), '[]') AS password_policies,
      now() AS now
    FROM users u
    LEFT JOIN services v ON v.id = ${serviceId}::uuid
    LEFT JOIN subscriptions s ON s.service_id = v.root_service_id AND s.user_id = u.id
    LEFT JOIN password_credentials c ON c.user_id = u.id
    WHERE u.id = ${key.userId}`;
  const [row] = await executePrepared(handle, serviceId === null ? 'platform policies' : 'service policies', query);
  return row;
};

export interface ApplicationAddresses {
  readonly redirectUrls: readonly string[];
  readonly applicationUrl: string | null;
}

/** The addresses that are registered for the calling application. */
export const selectApplicationAddresses = async (
  handle: Handle,
  applicationId: string,
): Promise<ApplicationAddresses> =>
  await handle
    .selectFrom('applications')
    .select(['redirectUrls', 'applicationUrl'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
