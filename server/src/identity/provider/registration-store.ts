import { sql } from 'kysely';
import type { Handle } from '../../platform/database/index.ts';
import type { ClientType, Registration } from './registration.ts';

const registrations = (handle: Handle) =>
  handle
    .selectFrom('applications')
    .leftJoin('servicePrincipals', (join) =>
      join
        .onRef('servicePrincipals.applicationId', '=', 'applications.id')
        .on('servicePrincipals.disabledAt', 'is', null),
    )
    .where('applications.disabledAt', 'is', null)
    .select([
      'applications.id',
      'applications.tenantId',
      'applications.name',
      'applications.clientType',
      'applications.isApi',
      'applications.redirectUrls',
      'applications.postLogoutRedirectUrls',
      'applications.applicationUrl',
      'applications.allowImplicitGrantFlow',
      'applications.appIdUri',
      'applications.secondFactorRequired',
      'applications.firstParty',
      'applications.credentialsVersion',
      'servicePrincipals.id as servicePrincipalId',
      sql<
        string[]
      >`ARRAY(SELECT s.name FROM application_scopes s WHERE s.application_id = applications.id ORDER BY s.position)`.as(
        'scopes',
      ),
    ]);

const toRegistration = (
  row: Awaited<ReturnType<ReturnType<typeof registrations>['executeTakeFirst']>>,
): Registration | undefined => (row === undefined ? undefined : { ...row, clientType: row.clientType as ClientType });

export const selectRegistration = async (handle: Handle, applicationId: string): Promise<Registration | undefined> =>
  toRegistration(await registrations(handle).where('applications.id', '=', applicationId).executeTakeFirst());

/** An API by its own URI, seen from a tenant: the tenant's own APIs, and the platform's. */
export const selectApiByUri = async (
  handle: Handle,
  appIdUri: string,
  tenantId: string,
): Promise<Registration | undefined> =>
  toRegistration(
    await registrations(handle)
      .where('applications.appIdUri', '=', appIdUri)
      .where((where) =>
        where.or([where('applications.tenantId', '=', tenantId), where('applications.origin', '=', 'builtIn')]),
      )
      .executeTakeFirst(),
  );

export interface GrantedAccess {
  /** Scopes that the client registered for the API; undefined when it did not register the API at all. */
  readonly registered: readonly string[] | undefined;
  /** Scopes for which the API lets this client in without asking the user; undefined when it does not name the client. */
  readonly preAuthorized: readonly string[] | undefined;
}

export const selectAccess = async (handle: Handle, clientId: string, apiId: string): Promise<GrantedAccess> => {
  const access = await handle
    .selectFrom('applicationApiAccesses')
    .select('scopes')
    .where('applicationId', '=', clientId)
    .where('apiApplicationId', '=', apiId)
    .executeTakeFirst();
  const client = await handle
    .selectFrom('applicationClients')
    .select('scopes')
    .where('applicationId', '=', apiId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();
  return { registered: access?.scopes, preAuthorized: client?.scopes };
};

/** True when the hash is of a live secret of the application. Records the use at most once a minute. */
export const matchSecret = async (handle: Handle, applicationId: string, secretHash: Buffer): Promise<boolean> => {
  const row = await handle
    .selectFrom('applicationSecrets')
    .select(['id', sql<boolean>`last_used_at IS NULL OR last_used_at < now() - interval '1 minute'`.as('isStale')])
    .where('applicationId', '=', applicationId)
    .where('secretHash', '=', secretHash)
    .where('revokedAt', 'is', null)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
  if (row?.isStale === true) {
    await handle
      .updateTable('applicationSecrets')
      .set({ lastUsedAt: sql<Date>`now()` })
      .where('id', '=', row.id)
      .execute();
  }
  return row !== undefined;
};
