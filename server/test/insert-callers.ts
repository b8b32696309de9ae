import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type PlatformRole, registerUser, systemTenantId, type User } from '../src/accounts/index.ts';
import { type Database, inTransaction } from '../src/platform/database/index.ts';
import { actingSystem } from './open-test-store.ts';

export interface CallerOptions {
  readonly tenantId?: string;
  readonly roles?: readonly PlatformRole[];
}

/** Somebody who may sign in, without a password. */
export const insertActiveUser = async (
  database: Database,
  { tenantId = systemTenantId, roles = [] }: CallerOptions = {},
): Promise<User> => {
  const person = { email: `${randomUUID()}@example.com` };
  const { user } = await inTransaction(database, (t) => registerUser(t, actingSystem, { tenantId, person }));
  await sql`UPDATE users SET activated_at = now(), activation_deadline = NULL WHERE id = ${user.id}`.execute(database);
  for (const role of roles) await database.insertInto('userPlatformRoles').values({ userId: user.id, role }).execute();
  return { ...user, activated: true };
};

export interface InsertedApplication {
  readonly applicationId: string;
  readonly servicePrincipalId: string;
  readonly tenantId: string;
}

/** An application that may act for itself. */
export const insertApplication = async (
  database: Database,
  { tenantId = systemTenantId, roles = [] }: CallerOptions = {},
): Promise<InsertedApplication> => {
  const { id: applicationId } = await database
    .insertInto('applications')
    .values({ tenantId, name: `Application ${randomUUID()}`, origin: 'workspace', clientType: 'Confidential' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: servicePrincipalId } = await database
    .insertInto('servicePrincipals')
    .values({ applicationId, tenantId })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const role of roles) {
    await database.insertInto('servicePrincipalPlatformRoles').values({ servicePrincipalId, role }).execute();
  }
  return { applicationId, servicePrincipalId, tenantId };
};

/** What a user allowed an application, as the provider stores it. Gives its id. */
export const insertGrant = async (
  database: Database,
  grant: { readonly userId: string; readonly applicationId: string },
): Promise<string> => {
  const grantId = randomBytes(16).toString('base64url');
  const idHash = createHash('sha256').update(grantId).digest();
  await sql`INSERT INTO oidc_records (model, id_hash, sealed_payload, account_id, client_id, expires_at)
    VALUES ('Grant', ${idHash}, 'not read here', ${grant.userId}, ${grant.applicationId}, now() + interval '14 days')`.execute(
    database,
  );
  return grantId;
};
