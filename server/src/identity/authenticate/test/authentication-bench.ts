import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import {
  createProject,
  issueAutomationToken,
  type PlatformRole,
  registerUser,
  systemTenantId,
} from '../../../accounts/index.ts';
import type { Rule } from '../../../platform/authorization/rule.ts';
import {
  type Database,
  type DatabaseConnections,
  inTransaction,
  type NotificationBus,
  openDatabase,
  openNotificationBus,
} from '../../../platform/database/index.ts';
import { createHttpApp } from '../../../platform/http/create-http-app.ts';
import { createDrain } from '../../../platform/http/drain.ts';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import { createLogger } from '../../../platform/observability/create-logger.ts';
import {
  createEncryptionKey,
  createKeyRing,
  createSecretBox,
  hashToken,
  issueSubscriptionKey,
  type KeyRing,
  type SecretBox,
} from '../../../platform/secrets/index.ts';
import { loadSigningKeys } from '../../provider/signing-keys.ts';
import { type Authenticator, openAuthenticator } from '../open-authenticator.ts';
import { principalOf } from '../principal-of.ts';

export const publicUrl = 'http://localhost:4000';
const acting = { actor: { kind: 'system' } };

/** A person with an application, and what a token between the two says. */
export interface TestUser {
  readonly userId: string;
  readonly tenantId: string;
  readonly email: string;
}

export interface TestApplication {
  readonly applicationId: string;
  readonly servicePrincipalId: string;
  readonly tenantId: string;
  readonly subscriptionId: string;
  readonly key: string;
}

/** A node: a server process of its own, as far as authentication goes. */
export interface TestNode {
  readonly app: FastifyInstance;
  readonly authenticator: Authenticator;
  readonly bus: NotificationBus;
  readonly databases: DatabaseConnections;
}

export interface AuthenticationBench {
  readonly database: Database;
  readonly connection: TestDatabase['connection'];
  readonly ring: KeyRing;
  readonly box: SecretBox;
  readonly apiId: string;
  openNode(options?: NodeOptions): Promise<TestNode>;
  makeTenant(): Promise<string>;
  makeUser(options?: { tenantId?: string; roles?: readonly PlatformRole[] }): Promise<TestUser>;
  makeApplication(options?: { tenantId?: string; roles?: readonly PlatformRole[] }): Promise<TestApplication>;
  makeProject(owner: TestUser): Promise<{ projectId: string; token: string; tokenId: string }>;
  /** What the user allowed the application, as the provider stores it. */
  makeGrant(user: TestUser, application: TestApplication): Promise<string>;
  sign(claims: Claims, header?: Readonly<Record<string, unknown>>): Promise<string>;
  userToken(user: TestUser, application: TestApplication, changes?: Claims): Promise<string>;
  applicationToken(application: TestApplication, changes?: Claims): Promise<string>;
  close(): Promise<void>;
}

/** Undefined takes a claim away. */
export type Claims = Readonly<Record<string, unknown>>;

export interface NodeOptions {
  /** Routes that answer with who calls. */
  readonly routes?: (authenticator: Authenticator) => Readonly<Record<string, Rule>>;
  readonly requestsPerMinute?: number;
}

export const openAuthenticationBench = async (): Promise<AuthenticationBench> => {
  const testDatabase = await createTestDatabase();
  const { connection } = testDatabase;
  const connect = () => openDatabase({ connection, poolSize: 4, longPoolSize: 1, onError: () => undefined });
  const main = connect();
  const database = main.main;
  const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
  const box = createSecretBox(ring);
  const nodes: TestNode[] = [];
  const { apiId, productId } = await makePlatform(database);
  await loadSigningKeys({ database, box });

  const sign: AuthenticationBench['sign'] = async (claims, header = {}) => {
    const [jwk] = await loadSigningKeys({ database, box });
    if (jwk === undefined) throw new Error('there is no signing key');
    return await new SignJWT({ iss: `${publicUrl}/identity`, aud: apiId, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid ?? '', ...header })
      .setIssuedAt()
      .sign(await importJWK(jwk, 'ES256'));
  };
  const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
  const makeGrant: AuthenticationBench['makeGrant'] = async (user, application) => {
    const grantId = randomBytes(16).toString('base64url');
    const idHash = createHash('sha256').update(grantId).digest();
    await sql`INSERT INTO oidc_records (model, id_hash, sealed_payload, account_id, client_id, expires_at)
      VALUES ('Grant', ${idHash}, 'not read here', ${user.userId}, ${application.applicationId}, now() + interval '14 days')`.execute(
      database,
    );
    return grantId;
  };

  return {
    database,
    connection,
    ring,
    box,
    apiId,
    openNode: async (options = {}) => {
      const databases = connect();
      const bus = await openNotificationBus(connection, () => undefined);
      const node = await openNode({ databases, bus, apiId }, options);
      nodes.push(node);
      return node;
    },
    makeTenant: async () => {
      const row = await database
        .insertInto('tenants')
        .values({ name: `Tenant ${randomUUID()}` })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    makeUser: async ({ tenantId = systemTenantId, roles = [] } = {}) => {
      const email = `${randomUUID()}@example.com`;
      const { user } = await inTransaction(database, (t) => registerUser(t, acting, { tenantId, person: { email } }));
      await sql`UPDATE users SET activated_at = now(), activation_deadline = NULL WHERE id = ${user.id}`.execute(
        database,
      );
      for (const role of roles)
        await database.insertInto('userPlatformRoles').values({ userId: user.id, role }).execute();
      return { userId: user.id, tenantId, email };
    },
    makeApplication: async ({ tenantId = systemTenantId, roles = [] } = {}) => {
      const application = await insertApplication(database, tenantId, productId);
      for (const role of roles) {
        const { servicePrincipalId } = application;
        await database.insertInto('servicePrincipalPlatformRoles').values({ servicePrincipalId, role }).execute();
      }
      return application;
    },
    makeProject: async (owner) =>
      await inTransaction(database, async (transaction) => {
        const creator = { id: owner.userId, tenantId: owner.tenantId };
        const project = await createProject(transaction, acting, { creator, name: `Project ${randomUUID()}` });
        const issued = await issueAutomationToken(transaction, acting, { project, name: 'test', years: 1 });
        return { projectId: project.id, token: issued.token, tokenId: issued.id };
      }),
    makeGrant,
    sign,
    userToken: async (user, application, changes = {}) =>
      await sign({
        sub: user.userId,
        azp: application.applicationId,
        tid: user.tenantId,
        scp: 'user_impersonation',
        uver: 1,
        cver: 1,
        gid: await makeGrant(user, application),
        exp: inAnHour(),
        ...changes,
      }),
    applicationToken: async (application, changes = {}) =>
      await sign({
        sub: application.servicePrincipalId,
        azp: application.applicationId,
        tid: application.tenantId,
        scp: '',
        cver: 1,
        exp: inAnHour(),
        ...changes,
      }),
    close: async () => {
      for (const node of nodes) {
        await node.app.close();
        node.authenticator.close();
        await node.bus.close();
        await node.databases.close();
      }
      await main.close();
      await testDatabase.drop();
    },
  };
};

const openNode = async (
  parts: { readonly databases: DatabaseConnections; readonly bus: NotificationBus; readonly apiId: string },
  options: NodeOptions,
): Promise<TestNode> => {
  const { databases, bus, apiId } = parts;
  const authenticator = openAuthenticator({
    database: databases.main,
    bus,
    publicUrl,
    apiId,
    keyLimiter: createRateLimiter('key', options.requestsPerMinute ?? 0, () => performance.now()),
    now: () => new Date(),
  });
  const app = createHttpApp({
    logger: createLogger({ level: 'error', format: 'json' }).child({}, { level: 'silent' }),
    publicUrl,
    corsOrigins: [],
    trustedProxies: [],
    addressLimiter: createRateLimiter('address', 0, () => 0),
    constraintRules: {},
    drain: createDrain(),
    observe: () => undefined,
  });
  for (const [url, rule] of Object.entries(options.routes?.(authenticator) ?? {})) {
    app.route({
      method: ['GET', 'POST'],
      url,
      config: { rule },
      handler: async (request) => ({ principal: principalOf(request), caller: request.caller }),
    });
  }
  return { app, authenticator, bus, databases };
};

const makePlatform = async (database: Database): Promise<{ apiId: string; productId: string }> => {
  const { id: apiId } = await database
    .insertInto('applications')
    .values({ tenantId: systemTenantId, name: 'Platform API', origin: 'builtIn', clientType: 'None', isApi: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: productId } = await database
    .insertInto('apiProducts')
    .values({ tenantId: systemTenantId, name: 'Platform', apiApplicationId: apiId, public: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { apiId, productId };
};

const insertApplication = async (database: Database, tenantId: string, productId: string): Promise<TestApplication> => {
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
  const { id: subscriptionId } = await database
    .insertInto('apiProductSubscriptions')
    .values({ applicationId, productId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const key = issueSubscriptionKey();
  await database
    .insertInto('subscriptionKeys')
    .values({ subscriptionId, slot: 'primary', keyHash: hashToken(key), sealedKey: 'not read here' })
    .execute();
  return { applicationId, servicePrincipalId, tenantId, subscriptionId, key };
};
