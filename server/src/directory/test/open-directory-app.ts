import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTestDatabase } from '../../../test/test-database.ts';
import { accountsConstraintRules } from '../../accounts/index.ts';
import { ensurePlatformRegistrations, platformApiId } from '../../identity/applications/index.ts';
import { openAuthenticator } from '../../identity/authenticate/index.ts';
import { openBlobStore } from '../../platform/blobs/index.ts';
import { openDatabase, openNotificationBus } from '../../platform/database/index.ts';
import { createHttpApp } from '../../platform/http/create-http-app.ts';
import { createDrain } from '../../platform/http/drain.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import { registerArea } from '../../platform/http/register-area.ts';
import { migrateJobs } from '../../platform/jobs/index.ts';
import { openMailTransport } from '../../platform/mail/index.ts';
import { createLogger } from '../../platform/observability/create-logger.ts';
import {
  createEncryptionKey,
  createKeyRing,
  createOneTimeCodes,
  createPasswordHasher,
  createSecretBox,
  loadArgon2id,
} from '../../platform/secrets/index.ts';
import { createDirectoryArea } from '../area.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { messagesConstraintRules } from '../messages/constraint-rules.ts';
import { addUnsubscribePages } from '../messages/unsubscribe-pages.ts';
import { subscriptionConstraintRules } from '../subscriptions/constraint-rules.ts';
import { publicUrl } from './bench-platform.ts';

export interface DirectoryApp {
  readonly app: FastifyInstance;
  readonly deps: DirectoryDeps;
  close(): Promise<void>;
}

/** Area B as the server puts it together, on a database and folders of its own. `parts` stand in for some of it. */
export const openDirectoryApp = async (parts: Partial<DirectoryDeps>): Promise<DirectoryApp> => {
  const { connection, drop } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'portolan-directory-'));
  const logger = createLogger({ level: 'error', format: 'json' }).child({}, { level: 'silent' });
  await migrateJobs(connection, logger);
  const databases = openDatabase({ connection, poolSize: 10, longPoolSize: 2, onError: () => undefined });
  const database = databases.main;
  const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
  const secretBox = createSecretBox(ring);
  await ensurePlatformRegistrations({ database, box: secretBox, publicUrl });
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
    ...parts,
  };
  const constraintRules = { ...accountsConstraintRules, ...subscriptionConstraintRules, ...messagesConstraintRules };
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
  return { app, deps, close };
};
