import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { importJWK, SignJWT } from 'jose';
import { createTestHttpApp } from '../../../../test/create-test-http-app.ts';
import { insertActiveUser, insertApplication, insertGrant } from '../../../../test/insert-callers.ts';
import { openTestStore, type TestStore } from '../../../../test/open-test-store.ts';
import { createTestSecrets } from '../../../../test/test-secrets.ts';
import { createProject, issueAutomationToken, type PlatformRole, systemTenantId } from '../../../accounts/index.ts';
import type { Rule } from '../../../platform/authorization/rule.ts';
import {
  type Database,
  type DatabaseConnections,
  inTransaction,
  type NotificationBus,
  openNotificationBus,
} from '../../../platform/database/index.ts';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import { hashToken, issueSubscriptionKey, type KeyRing, type SecretBox } from '../../../platform/secrets/index.ts';
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
  readonly connection: TestStore['connection'];
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
  const store = await openTestStore(4);
  const { connection, database, connect } = store;
  const { ring, box } = createTestSecrets();
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
  const makeGrant: AuthenticationBench['makeGrant'] = async ({ userId }, { applicationId }) =>
    await insertGrant(database, { userId, applicationId });

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
    makeTenant: store.makeTenant,
    makeUser: async (options) => {
      const { id: userId, tenantId, email } = await insertActiveUser(database, options);
      return { userId, tenantId, email };
    },
    makeApplication: async (options) => {
      const application = await insertApplication(database, options);
      return { ...application, ...(await insertKey(database, application.applicationId, productId)) };
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
      await store.close();
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
  const app = createTestHttpApp(publicUrl);
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

const insertKey = async (database: Database, applicationId: string, productId: string) => {
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
  return { subscriptionId, key };
};
