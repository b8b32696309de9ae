import { randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTestHttpApp } from '../../../test/create-test-http-app.ts';
import { insertActiveUser, insertApplication, insertGrant } from '../../../test/insert-callers.ts';
import { openTestStore } from '../../../test/open-test-store.ts';
import { createTestPasswords, createTestSecrets } from '../../../test/test-secrets.ts';
import {
  accountsConstraintRules,
  type PlatformRole,
  preparePassword,
  setPassword,
  systemTenantId,
} from '../../accounts/index.ts';
import {
  countSubscribersOfLevel,
  directoryOperations,
  messagesConstraintRules,
  subscriptionConstraintRules,
} from '../../directory/index.ts';
import { ensurePlatformRegistrations } from '../../identity/applications/index.ts';
import { type Authenticator, openAuthenticator } from '../../identity/authenticate/index.ts';
import { serviceConstraintRules } from '../../identity/services/index.ts';
import {
  type ConstraintRules,
  type Database,
  type DatabaseConnections,
  inTransaction,
  type NotificationBus,
  openNotificationBus,
} from '../../platform/database/index.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import { registerArea } from '../../platform/http/register-area.ts';
import { migrateJobs } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/create-logger.ts';
import { createPortalArea } from '../create-portal-area.ts';
import type { PortalDeps } from '../portal-deps.ts';

export const publicUrl = 'http://localhost:4000';
const acting = { actor: { kind: 'system' } };
const constraintRules: ConstraintRules = {
  ...accountsConstraintRules,
  ...serviceConstraintRules,
  ...subscriptionConstraintRules,
  ...messagesConstraintRules,
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Somebody with an access token of the platform API. */
export interface Caller {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly grantId: string;
  readonly token: string;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly node?: number;
}

export interface PortalBench {
  readonly database: Database;
  readonly deps: PortalDeps;
  readonly nodes: readonly PortalNode[];
  readonly consoleId: string;
  /** A request to the portal as somebody, or as nobody. */
  ask(caller: Caller | undefined, method: Method, path: string, options?: AskOptions): Promise<LightMyRequestResponse>;
  makeTenant(): Promise<string>;
  makeUser(options?: UserOptions): Promise<Caller>;
  /** An application that acts for itself. */
  makeApplication(options?: { roles?: readonly PlatformRole[] }): Promise<Caller>;
  tokenFor(
    caller: Pick<Caller, 'id' | 'tenantId'>,
    claims?: Readonly<Record<string, unknown>>,
  ): Promise<{ token: string; grantId: string }>;
  auditOf(targetId: string): Promise<string[]>;
  close(): Promise<void>;
}

export interface UserOptions {
  readonly tenantId?: string;
  readonly roles?: readonly PlatformRole[];
  readonly password?: string;
}

export interface PortalNode {
  readonly app: FastifyInstance;
  readonly authenticator: Authenticator;
  readonly bus: NotificationBus;
  readonly databases: DatabaseConnections;
}

/** The portal on a real database, on as many nodes as asked for; tokens are signed by a key of the database. */
export const openPortalBench = async (nodeCount = 1): Promise<PortalBench> => {
  const store = await openTestStore(6);
  const { connection, database, connect } = store;
  await migrateJobs(connection, pino({ level: 'silent' }) as Logger);
  const privateKey = await insertSigningKey(database);
  const { ring, box, oneTimeCodes } = createTestSecrets();
  const registrations = await ensurePlatformRegistrations({ database, box, publicUrl });
  const { platformApiId: apiId, consoleClientId: consoleId } = registrations;
  const passwords = await createTestPasswords();

  const openNode = async (): Promise<PortalNode & { deps: PortalDeps }> => {
    const databases = connect();
    const bus = await openNotificationBus(connection, () => undefined);
    const now = () => new Date();
    const keyLimiter = createRateLimiter('key', 0, () => 0);
    const authenticator = openAuthenticator({ database: databases.main, bus, keyLimiter, publicUrl, apiId, now });
    const deps: PortalDeps = {
      database: databases.main,
      longWork: databases.longWork,
      box,
      ring,
      passwords,
      oneTimeCodes,
      authenticator,
      publicUrl,
      now,
      countSubscribersOfLevel,
      directory: directoryOperations,
    };
    const app = createTestHttpApp(publicUrl, constraintRules);
    registerArea(app, createPortalArea(deps), '0', constraintRules);
    await app.ready();
    return { app, authenticator, bus, databases, deps };
  };

  const nodes: (PortalNode & { deps: PortalDeps })[] = [];
  for (let number = 0; number < nodeCount; number += 1) nodes.push(await openNode());
  const [first] = nodes;
  if (first === undefined) throw new Error('a portal needs a node');

  const sign = async (claims: Readonly<Record<string, unknown>>) =>
    await new SignJWT({ iss: `${publicUrl}/identity`, aud: apiId, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'bench' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);

  const tokenFor: PortalBench['tokenFor'] = async ({ id, tenantId }, claims = {}) => {
    const grantId = await insertGrant(database, { userId: id, applicationId: consoleId });
    const own = { sub: id, azp: consoleId, tid: tenantId, scp: 'user_impersonation', uver: 1, cver: 1, gid: grantId };
    return { grantId, token: await sign({ ...own, ...claims }) };
  };

  const makeUser: PortalBench['makeUser'] = async ({ password, ...options } = {}) => {
    const user = await insertActiveUser(database, options);
    const { tenantId, email } = user;
    if (password !== undefined) {
      const prepared = await preparePassword({ passwords }, { password, owner: { email } });
      const input = { userId: user.id, scope: { tenantId }, password: prepared };
      await inTransaction(database, (t) => setPassword(t, acting, input));
      await sql`UPDATE users SET credentials_version = 1 WHERE id = ${user.id}`.execute(database);
    }
    return { id: user.id, tenantId, email, ...(await tokenFor({ id: user.id, tenantId })) };
  };

  return {
    database,
    deps: first.deps,
    nodes,
    consoleId,
    ask: async (caller, method, path, { body, headers = {}, node = 0 } = {}) => {
      const app = nodes[node]?.app;
      if (app === undefined) throw new Error(`there is no node ${node}`);
      return await app.inject({
        method,
        url: `/portal/v1${path}`,
        headers: { ...(caller === undefined ? {} : { authorization: `Bearer ${caller.token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
    },
    makeTenant: store.makeTenant,
    makeUser,
    makeApplication: async (options) => {
      const { applicationId, servicePrincipalId } = await insertApplication(database, options);
      const claims = { sub: servicePrincipalId, azp: applicationId, tid: systemTenantId, scp: '', cver: 1 };
      return { id: applicationId, tenantId: systemTenantId, email: '', grantId: '', token: await sign(claims) };
    },
    tokenFor,
    auditOf: store.auditOf,
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

const insertSigningKey = async (database: Database): Promise<CryptoKey> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const publicJwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' });
  await database
    .insertInto('signingKeys')
    .values({
      id: 'bench',
      algorithm: 'ES256',
      state: 'active',
      publicJwk,
      sealedPrivateKey: 'held by the test',
      activatedAt: sql<Date>`now()`,
    })
    .execute();
  return privateKey;
};
