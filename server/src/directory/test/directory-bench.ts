import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import {
  accountsConstraintRules,
  type PersonInput,
  type PlatformRole,
  registerUser,
  systemTenantId,
  type User,
} from '../../accounts/index.ts';
import { ensurePlatformRegistrations } from '../../identity/applications/index.ts';
import { openAuthenticator } from '../../identity/authenticate/index.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import { type Database, inTransaction, openDatabase, openNotificationBus } from '../../platform/database/index.ts';
import { createHttpApp } from '../../platform/http/create-http-app.ts';
import { createDrain } from '../../platform/http/drain.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import { registerArea } from '../../platform/http/register-area.ts';
import { migrateJobs } from '../../platform/jobs/index.ts';
import type { MailTransport } from '../../platform/mail/index.ts';
import { createLogger } from '../../platform/observability/create-logger.ts';
import {
  createEncryptionKey,
  createKeyRing,
  createOneTimeCodes,
  createPasswordHasher,
  createSecretBox,
  hashToken,
  issueSubscriptionKey,
  loadArgon2id,
} from '../../platform/secrets/index.ts';
import { createDirectoryArea } from '../area.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { subscriptionConstraintRules } from '../subscriptions/constraint-rules.ts';
import { readMails, type SentMail } from './read-mails.ts';

export const publicUrl = 'http://localhost:4000';
const acting = { actor: { kind: 'system' } };

/** What a request is sent with: a subscription key and an access token. */
export interface Caller {
  readonly key: string;
  readonly token: string;
  readonly applicationId: string;
}

export interface ServiceOptions {
  readonly tenantId?: string;
  readonly name?: string;
  readonly parentId?: string;
  readonly rootId?: string;
  readonly levels?: readonly string[];
  readonly approvalNeeded?: boolean;
  readonly selfSubscribe?: boolean;
  readonly notification?: 'send' | 'suppress';
  readonly subscriberLimit?: number;
}

export interface ApplicationOptions {
  readonly tenantId?: string;
  /** Services that it works for; those in `readOnly` without the right to manage subscriptions. */
  readonly services?: readonly string[];
  readonly readOnly?: readonly string[];
  readonly redirectUrls?: readonly string[];
  readonly roles?: readonly PlatformRole[];
}

export interface AskOptions {
  readonly body?: unknown;
  readonly payload?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly prefix?: string;
}

export interface DirectoryBench {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly deps: DirectoryDeps;
  ask(caller: Caller | undefined, method: string, path: string, options?: AskOptions): Promise<LightMyRequestResponse>;
  makeTenant(): Promise<string>;
  /** Activated, unless the options say otherwise. */
  makeUser(
    options?: Partial<PersonInput> & { tenantId?: string; activated?: boolean; roles?: readonly PlatformRole[] },
  ): Promise<User>;
  makeService(options?: ServiceOptions): Promise<string>;
  /** An application that acts for itself. */
  makeApplication(options?: ApplicationOptions): Promise<Caller>;
  /** The same application, used by a person. */
  asUser(application: Caller, user: User): Promise<Caller>;
  addAdministrator(serviceId: string, user: User): Promise<void>;
  mailsTo(address: string): Promise<SentMail[]>;
  auditOf(targetId: string): Promise<string[]>;
}

/**
 * Area B on a real database, with real keys and tokens; opened for a test file and closed after its last test. `parts`
 * stand in for what the bench leaves out, such as an object store.
 */
export const useDirectoryBench = (parts: Partial<DirectoryDeps> = {}): (() => DirectoryBench) => {
  let opened: { bench: DirectoryBench; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openDirectoryBench(parts);
  });
  afterAll(async () => await opened?.close());
  return () => {
    if (opened === undefined) throw new Error('The bench is not open.');
    return opened.bench;
  };
};

const openDirectoryBench = async (
  parts: Partial<DirectoryDeps>,
): Promise<{ bench: DirectoryBench; close: () => Promise<void> }> => {
  const { connection, drop } = await createTestDatabase();
  const logger = createLogger({ level: 'error', format: 'json' }).child({}, { level: 'silent' });
  await migrateJobs(connection, logger);
  const databases = openDatabase({ connection, poolSize: 10, longPoolSize: 2, onError: () => undefined });
  const database = databases.main;
  const bus = await openNotificationBus(connection, () => undefined);
  const privateKey = await insertSigningKey(database);
  const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
  const secretBox = createSecretBox(ring);
  const registrations = await ensurePlatformRegistrations({ database, box: secretBox, publicUrl });
  const now = () => new Date();
  const authenticator = openAuthenticator({
    database,
    bus,
    keyLimiter: createRateLimiter('key', 0, () => 0),
    publicUrl,
    apiId: registrations.platformApiId,
    now,
  });
  const deps: DirectoryDeps = {
    database,
    longWork: databases.longWork,
    authenticator,
    bus,
    blobs: unusedBlobs,
    mailTransport: unusedTransport,
    secretBox,
    oneTimeCodes: createOneTimeCodes(ring),
    passwords: createPasswordHasher({
      argon2id: await loadArgon2id(),
      cost: { memory: 64, passes: 1, parallelism: 1 },
    }),
    publicUrl,
    now,
    ...parts,
  };
  const constraintRules = { ...accountsConstraintRules, ...subscriptionConstraintRules };
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
  await app.ready();

  const sign = async (claims: Readonly<Record<string, unknown>>) =>
    await new SignJWT({ iss: `${publicUrl}/identity`, aud: registrations.platformApiId, jti: randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'bench' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(privateKey);

  const bench: DirectoryBench = {
    app,
    database,
    deps,
    ask: async (caller, method, path, { body, payload, headers = {}, prefix = '/services/v3' } = {}) =>
      await app.inject({
        method: method as 'GET',
        url: `${prefix}${path}`,
        headers: {
          ...(caller === undefined
            ? {}
            : { 'ocp-apim-subscription-key': caller.key, authorization: `Bearer ${caller.token}` }),
          ...headers,
        },
        ...(body === undefined ? (payload === undefined ? {} : { payload }) : { payload: body as object }),
      }),
    makeTenant: async () =>
      (
        await database
          .insertInto('tenants')
          .values({ name: `Tenant ${randomUUID()}` })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    makeUser: async ({ tenantId = systemTenantId, activated = true, roles = [], ...person } = {}) => {
      const email = person.email ?? `${randomUUID()}@example.com`;
      const { user } = await inTransaction(database, (t) =>
        registerUser(t, acting, { tenantId, person: { ...person, email } }),
      );
      for (const role of roles)
        await database.insertInto('userPlatformRoles').values({ userId: user.id, role }).execute();
      if (!activated) return user;
      await sql`UPDATE users SET activated_at = now(), activation_deadline = NULL, email_verified_at = now()
        WHERE id = ${user.id}`.execute(database);
      return { ...user, activated: true, emailVerified: true };
    },
    makeService: async (options) => await insertService(database, options ?? {}),
    makeApplication: async (options) => {
      const application = await insertApplication(database, registrations.platformProductId, options ?? {});
      const { applicationId, servicePrincipalId, tenantId, key } = application;
      const claims = { sub: servicePrincipalId, azp: applicationId, tid: tenantId, scp: '', cver: 1 };
      return { applicationId, key, token: await sign(claims) };
    },
    asUser: async (application, user) => {
      const { applicationId, key } = application;
      const grantId = randomBytes(16).toString('base64url');
      const idHash = createHash('sha256').update(grantId).digest();
      await sql`INSERT INTO oidc_records (model, id_hash, sealed_payload, account_id, client_id, expires_at)
        VALUES ('Grant', ${idHash}, 'not read here', ${user.id}, ${applicationId}, now() + interval '14 days')`.execute(
        database,
      );
      const claims = { sub: user.id, azp: applicationId, tid: user.tenantId, scp: 'user_impersonation' };
      return { applicationId, key, token: await sign({ ...claims, uver: 1, cver: 1, gid: grantId }) };
    },
    addAdministrator: async (serviceId, user) =>
      void (await database.insertInto('serviceAdministrators').values({ serviceId, userId: user.id }).execute()),
    mailsTo: async (address) => await readMails({ database, secretBox }, address),
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
    await drop();
  };
  return { bench, close };
};

const unused = (): never => {
  throw new Error('These tests need no object store and no mail server.');
};
const unusedBlobs: BlobStore = {
  put: unused,
  get: unused,
  head: unused,
  delete: unused,
  list: unused,
  sweepUnfinished: unused,
  check: unused,
  close: async () => undefined,
} as unknown as BlobStore;
const unusedTransport = { send: unused, check: unused, close: async () => undefined } as unknown as MailTransport;

const insertSigningKey = async (database: Database): Promise<CryptoKey> => {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const publicJwk = JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256', use: 'sig' });
  const key = { id: 'bench', algorithm: 'ES256', state: 'active', publicJwk, sealedPrivateKey: 'held by the test' };
  await database
    .insertInto('signingKeys')
    .values({ ...key, activatedAt: sql<Date>`now()` })
    .execute();
  return privateKey;
};

const insertService = async (database: Database, options: ServiceOptions): Promise<string> => {
  const { tenantId = systemTenantId, levels } = options;
  const id = randomUUID();
  const name = options.name ?? `Service ${id.slice(0, 8)}`;
  const project = await database
    .insertInto('projects')
    .values({ tenantId, name: `Project ${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group = await database
    .insertInto('resourceGroups')
    .values({ projectId: project.id, tenantId, name: `Group ${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .insertInto('resources')
    .values({
      id,
      tenantId,
      projectId: project.id,
      resourceGroupId: group.id,
      name,
      resourceType: 'platform.service',
      sku: 'standard',
    })
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
    })
    .execute();
  for (const [position, level] of (levels ?? []).entries()) {
    await database.insertInto('serviceAccessLevels').values({ serviceId: id, name: level, position }).execute();
  }
  return id;
};

const insertApplication = async (database: Database, productId: string, options: ApplicationOptions) => {
  const { tenantId = systemTenantId, services = [], readOnly = [], roles = [] } = options;
  const { id: applicationId } = await database
    .insertInto('applications')
    .values({
      tenantId,
      name: `Application ${randomUUID()}`,
      origin: 'workspace',
      clientType: 'Confidential',
      redirectUrls: [...(options.redirectUrls ?? [])],
    })
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
  for (const [position, serviceId] of [...services, ...readOnly].entries()) {
    const mayManageSubscriptions = services.includes(serviceId);
    await database
      .insertInto('applicationServices')
      .values({ applicationId, serviceId, position, mayManageSubscriptions })
      .execute();
  }
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
  return { applicationId, servicePrincipalId, tenantId, key };
};
