import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { type PlatformRole, systemTenantId } from '../../accounts/index.ts';
import { platformApiId, platformProductId } from '../../identity/applications/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { hashToken, issueSubscriptionKey, type SecretBox } from '../../platform/secrets/index.ts';

export const publicUrl = 'http://localhost:4000';

export type Claims = Readonly<Record<string, unknown>>;

/** A key that signs tokens, stored as the provider stores it. */
export const makeSigner = async (database: Database, box: SecretBox): Promise<(claims: Claims) => Promise<string>> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const id = randomUUID();
  const named = { kid: id, alg: 'ES256', use: 'sig' };
  const sealedPrivateKey = box.seal(JSON.stringify({ ...(await exportJWK(privateKey)), ...named }), {
    table: 'signing_keys',
    row: id,
    field: 'private_key',
  });
  const publicJwk = JSON.stringify({ ...(await exportJWK(publicKey)), ...named });
  await database
    .insertInto('signingKeys')
    .values({ id, algorithm: 'ES256', state: 'active', publicJwk, sealedPrivateKey, activatedAt: sql<Date>`now()` })
    .execute();
  return async (claims) =>
    await new SignJWT({ iss: `${publicUrl}/identity`, aud: platformApiId, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: id })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);
};

export const applicationUrl = 'https://app.example.com/start';

export interface ApplicationOptions {
  readonly tenantId?: string;
  /** Services that it works for; those in `readOnly` without the right to manage subscriptions. */
  readonly services?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly redirectUrls?: readonly string[];
  readonly roles?: readonly PlatformRole[];
}

const usualRedirects = ['https://app.example.com/callback', 'http://localhost:3000/callback'];

export const insertApplication = async (database: Database, options: ApplicationOptions) => {
  const { tenantId = systemTenantId, services = [], readOnly = [], roles = [] } = options;
  const { id } = await database
    .insertInto('applications')
    .values({
      tenantId,
      name: `Application ${randomUUID()}`,
      origin: 'workspace',
      clientType: 'Confidential',
      redirectUrls: [...(options.redirectUrls ?? usualRedirects)],
      applicationUrl,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: servicePrincipalId } = await database
    .insertInto('servicePrincipals')
    .values({ applicationId: id, tenantId })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const role of roles) {
    await database.insertInto('servicePrincipalPlatformRoles').values({ servicePrincipalId, role }).execute();
  }
  for (const [position, serviceId] of [...services, ...readOnly].entries()) {
    await linkService(database, { applicationId: id, serviceId, position, mayManage: services.includes(serviceId) });
  }
  const { id: subscriptionId } = await database
    .insertInto('apiProductSubscriptions')
    .values({ applicationId: id, productId: platformProductId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = issueSubscriptionKey();
  await database
    .insertInto('subscriptionKeys')
    .values({ subscriptionId, slot: 'primary', keyHash: hashToken(key), sealedKey: 'not read here' })
    .execute();
  return { id, tenantId, servicePrincipalId, key };
};

export interface ServiceLink {
  readonly applicationId: string;
  readonly serviceId: string;
  readonly position: number;
  readonly mayManage: boolean;
}

export const linkService = async (database: Database, { mayManage, ...link }: ServiceLink): Promise<void> => {
  await database
    .insertInto('applicationServices')
    .values({ ...link, mayManageSubscriptions: mayManage })
    .execute();
};

/** What a user allowed an application, as the provider stores it. */
export const makeGrant = async (database: Database, userId: string, applicationId: string): Promise<string> => {
  const grantId = randomBytes(16).toString('base64url');
  const idHash = createHash('sha256').update(grantId).digest();
  await sql`INSERT INTO oidc_records (model, id_hash, sealed_payload, account_id, client_id, expires_at)
    VALUES ('Grant', ${idHash}, 'not read here', ${userId}, ${applicationId}, now() + interval '14 days')`.execute(
    database,
  );
  return grantId;
};

export interface ServiceOptions {
  readonly tenantId?: string;
  readonly name?: string;
  readonly parentId?: string;
  /** Where the root is not the parent itself. */
  readonly rootId?: string;
  readonly levels?: readonly string[];
  readonly approvalNeeded?: boolean;
  readonly selfSubscribe?: boolean;
  readonly notification?: 'send' | 'suppress';
  readonly subscriberLimit?: number;
  /** Any other column. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A service as deployments make it, without the deployment. */
export const insertService = async (database: Database, options: ServiceOptions): Promise<string> => {
  const { tenantId = systemTenantId, levels, fields = {} } = options;
  const id = randomUUID();
  const name = options.name ?? `Service ${id.slice(0, 8)}`;
  const { id: projectId } = await database
    .insertInto('projects')
    .values({ tenantId, name: `Project ${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: resourceGroupId } = await database
    .insertInto('resourceGroups')
    .values({ tenantId, projectId, name: `Group ${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const place = { id, tenantId, projectId, resourceGroupId };
  await database
    .insertInto('resources')
    .values({ ...place, name, resourceType: 'platform.service', sku: 'standard' })
    .execute();
  await database
    .insertInto('services')
    .values({
      id,
      tenantId,
      name,
      description: `${name} & <more>`,
      serviceUrl: 'https://service.example.com/',
      parentServiceId: options.parentId ?? null,
      rootServiceId: options.rootId ?? options.parentId ?? id,
      useAccessLevels: levels !== undefined,
      approvalNeeded: options.approvalNeeded ?? false,
      selfSubscribe: options.selfSubscribe ?? false,
      subscriptionNotification: options.notification ?? 'suppress',
      subscriberLimit: options.subscriberLimit ?? null,
      ...fields,
    })
    .execute();
  for (const [position, level] of (levels ?? []).entries()) {
    await database.insertInto('serviceAccessLevels').values({ serviceId: id, name: level, position }).execute();
  }
  return id;
};
