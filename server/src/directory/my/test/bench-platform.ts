import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { platformApiId, platformProductId } from '../../../identity/applications/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { hashToken, issueSubscriptionKey, type SecretBox } from '../../../platform/secrets/index.ts';

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

export interface BenchApplication {
  readonly id: string;
  readonly tenantId: string;
  readonly servicePrincipalId: string;
  /** A subscription key of the platform's product. */
  readonly key: string;
}

export const applicationUrl = 'https://app.example.com/start';

export const makeApplication = async (database: Database, tenantId: string): Promise<BenchApplication> => {
  const { id } = await database
    .insertInto('applications')
    .values({
      tenantId,
      name: `Application ${randomUUID()}`,
      origin: 'workspace',
      clientType: 'Confidential',
      redirectUrls: ['https://app.example.com/callback', 'http://localhost:3000/callback'],
      applicationUrl,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: servicePrincipalId } = await database
    .insertInto('servicePrincipals')
    .values({ applicationId: id, tenantId })
    .returning('id')
    .executeTakeFirstOrThrow();
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
  readonly tenantId: string;
  readonly parent?: string | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A service as deployments make it, without the deployment. */
export const makeService = async (database: Database, options: ServiceOptions): Promise<string> => {
  const { tenantId, parent, fields = {} } = options;
  const id = randomUUID();
  const name = `Service ${id.slice(0, 8)}`;
  const { id: projectId } = await database
    .insertInto('projects')
    .values({ tenantId, name: `Project ${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: resourceGroupId } = await database
    .insertInto('resourceGroups')
    .values({ tenantId, projectId, name: 'Group' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const resource = {
    id,
    tenantId,
    projectId,
    resourceGroupId,
    name,
    resourceType: 'platform.service',
    sku: 'standard',
  };
  await database.insertInto('resources').values(resource).execute();
  const tree = parent === undefined ? { rootServiceId: id } : { rootServiceId: parent, parentServiceId: parent };
  await database
    .insertInto('services')
    .values({ id, tenantId, name, ...tree, ...fields })
    .execute();
  return id;
};
