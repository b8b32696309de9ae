import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import {
  accountsConstraintRules,
  createTenant,
  type PlatformRole,
  registerUser,
  systemTenantId,
} from '../../../accounts/index.ts';
import { ensurePlatformRegistrations, platformApiId } from '../../../identity/applications/index.ts';
import { openAuthenticator } from '../../../identity/authenticate/index.ts';
import { openBlobStore } from '../../../platform/blobs/index.ts';
import { type Database, inTransaction, openDatabase, openNotificationBus } from '../../../platform/database/index.ts';
import { createHttpApp } from '../../../platform/http/create-http-app.ts';
import { createDrain } from '../../../platform/http/drain.ts';
import { createRateLimiter } from '../../../platform/http/rate-limit.ts';
import { registerArea } from '../../../platform/http/register-area.ts';
import { migrateJobs } from '../../../platform/jobs/index.ts';
import { openMailTransport } from '../../../platform/mail/index.ts';
import { createLogger } from '../../../platform/observability/create-logger.ts';
import {
  createEncryptionKey,
  createKeyRing,
  createOneTimeCodes,
  createPasswordHasher,
  createSecretBox,
  loadArgon2id,
} from '../../../platform/secrets/index.ts';
import { createDirectoryArea } from '../../area.ts';
import type { DirectoryDeps } from '../../directory-deps.ts';
import { messagesConstraintRules } from '../../messages/constraint-rules.ts';
import { addUnsubscribePages } from '../../messages/unsubscribe-pages.ts';
import {
  type BenchApplication,
  type Claims,
  makeApplication,
  makeGrant,
  makeService,
  makeSigner,
  publicUrl,
} from './bench-platform.ts';

export const acting = { actor: { kind: 'system' } };

/** Somebody who calls: a user through an application, or an application for itself. */
export interface Caller {
  readonly key: string;
  readonly token: string;
}

export interface BenchUser extends Caller {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface UserOptions {
  readonly tenantId?: string;
  readonly roles?: readonly PlatformRole[];
  readonly application?: BenchApplication;
  readonly person?: Readonly<Record<string, string>>;
}

export interface DirectoryBench {
  readonly database: Database;
  readonly deps: DirectoryDeps;
  readonly app: FastifyInstance;
  /** The application that users use unless they are made with another one. */
  readonly application: BenchApplication;
  /** A request to area B, in JSON unless headers say otherwise. */
  ask(caller: Caller | undefined, method: Method, path: string, options?: AskOptions): Promise<LightMyRequestResponse>;
  makeTenant(): Promise<string>;
  makeUser(options?: UserOptions): Promise<BenchUser>;
  makeApplication(tenantId?: string): Promise<BenchApplication>;
  /** The application for itself. */
  applicationCaller(application: BenchApplication, roles?: readonly PlatformRole[]): Promise<Caller>;
  tokenFor(user: Pick<BenchUser, 'id' | 'tenantId'>, application: BenchApplication, claims?: Claims): Promise<string>;
  makeService(options?: {
    tenantId?: string;
    parent?: string;
    fields?: Readonly<Record<string, unknown>>;
  }): Promise<string>;
  link(application: BenchApplication, serviceId: string, mayManageSubscriptions?: boolean): Promise<void>;
  subscribe(
    user: Pick<BenchUser, 'id' | 'tenantId'>,
    serviceId: string,
    state?: string,
    levelId?: string,
  ): Promise<void>;
  auditOf(targetId: string): Promise<string[]>;
}

/** Opens area B on a database of its own for a test file, and closes it after the last test. */
export const useDirectoryBench = (): (() => DirectoryBench) => {
  let opened: { bench: DirectoryBench; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openBench();
  });
  afterAll(async () => await opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The bench is not open.');
    return opened.bench;
  };
};

const openBench = async (): Promise<{ bench: DirectoryBench; close: () => Promise<void> }> => {
  const { connection, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'portolan-directory-'));
  const logger = createLogger({ level: 'error', format: 'json' }).child({}, { level: 'silent' });
  await migrateJobs(connection, logger);
  const databases = openDatabase({ connection, poolSize: 8, longPoolSize: 2, onError: () => undefined });
  const database = databases.main;
  const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
  const secretBox = createSecretBox(ring);
  await ensurePlatformRegistrations({ database, box: secretBox, publicUrl });
  const sign = await makeSigner(database, secretBox);
  const bus = await openNotificationBus(connection, () => undefined);
  const now = () => new Date();
  const keyLimiter = createRateLimiter('key', 0, () => 0);
  const authenticator = openAuthenticator({ database, bus, keyLimiter, publicUrl, apiId: platformApiId, now });
  const deps: DirectoryDeps = {
    database,
    longWork: databases.longWork,
    authenticator,
    bus,
    blobs: await openBlobStore(`file:${join(folder, 'blobs')}`),
    mailTransport: await openMailTransport({ smtpUrl: undefined, outboxFolder: join(folder, 'outbox') }),
    secretBox,
    oneTimeCodes: createOneTimeCodes(ring),
    passwords: createPasswordHasher({
      argon2id: await loadArgon2id(),
      // Real argon2id at the least cost that it takes.
      cost: { memory: 64, passes: 1, parallelism: 1 },
    }),
    publicUrl,
    now,
  };
  const constraintRules = { ...accountsConstraintRules, ...messagesConstraintRules };
  const app = createHttpApp({
    logger,
    publicUrl,
    corsOrigins: [],
    trustedProxies: [],
    addressLimiter: createRateLimiter('address', 0, () => 0),
    constraintRules,
    drain: createDrain(),
    observe: () => undefined,
  });
  registerArea(app, createDirectoryArea(deps), '0', constraintRules);
  addUnsubscribePages(app, deps);
  await app.ready();
  const application = await makeApplication(database, systemTenantId);

  const tokenFor: DirectoryBench['tokenFor'] = async (user, through, claims = {}) =>
    await sign({
      sub: user.id,
      azp: through.id,
      tid: user.tenantId,
      scp: 'user_impersonation',
      uver: 1,
      cver: 1,
      gid: await makeGrant(database, user.id, through.id),
      ...claims,
    });

  const bench: DirectoryBench = {
    database,
    deps,
    app,
    application,
    ask: async (caller, method, path, options = {}) =>
      await app.inject({
        method,
        url: `/services/v3${path}`,
        headers: {
          ...(caller === undefined
            ? {}
            : { 'ocp-apim-subscription-key': caller.key, authorization: `Bearer ${caller.token}` }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: options.body as object }),
      }),
    makeTenant: async () =>
      (await inTransaction(database, (t) => createTenant(t, acting, { name: `Tenant ${randomUUID()}` }))).id,
    makeUser: async ({
      tenantId = systemTenantId,
      roles = [],
      application: through = application,
      person = {},
    } = {}) => {
      const email = `${randomUUID()}@example.com`;
      const input = { tenantId, person: { email, ...person } };
      const { user } = await inTransaction(database, (t) => registerUser(t, acting, input));
      await sql`UPDATE users SET activated_at = now(), email_verified_at = now(), activation_deadline = NULL
        WHERE id = ${user.id}`.execute(database);
      for (const role of roles)
        await database.insertInto('userPlatformRoles').values({ userId: user.id, role }).execute();
      return { id: user.id, tenantId, email, key: through.key, token: await tokenFor(user, through) };
    },
    makeApplication: async (tenantId = systemTenantId) => await makeApplication(database, tenantId),
    applicationCaller: async ({ id, tenantId, servicePrincipalId, key }, roles = []) => {
      for (const role of roles)
        await database.insertInto('servicePrincipalPlatformRoles').values({ servicePrincipalId, role }).execute();
      const token = await sign({ sub: servicePrincipalId, azp: id, tid: tenantId, scp: '', cver: 1 });
      return { key, token };
    },
    tokenFor,
    makeService: async ({ tenantId = systemTenantId, parent, fields } = {}) =>
      await makeService(database, { tenantId, parent, fields }),
    link: async ({ id }, serviceId, mayManageSubscriptions = true) => {
      const values = { applicationId: id, serviceId, position: 0, mayManageSubscriptions };
      await database.insertInto('applicationServices').values(values).execute();
    },
    subscribe: async (user, serviceId, state = 'subscribing', levelId) => {
      await sql`INSERT INTO subscriptions (service_id, user_id, tenant_id, name_key, state, access_level_id)
        SELECT ${serviceId}, u.id, u.tenant_id, u.display_name_key, ${state}, ${levelId ?? null}
        FROM users u WHERE u.id = ${user.id}`.execute(database);
    },
    auditOf: async (targetId) => {
      const rows = await database
        .selectFrom('auditLog')
        .select('action')
        .where('targetId', '=', targetId)
        .orderBy('id')
        .execute();
      return rows.map(({ action }) => action);
    },
  };
  const close = async () => {
    await app.close();
    authenticator.close();
    await bus.close();
    await databases.close();
    await deps.blobs.close();
    await deps.mailTransport.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { bench, close };
};
