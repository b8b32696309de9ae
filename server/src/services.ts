import type pg from 'pg';
import type { Config } from './config.ts';
import { blobsOf, keyFileOf, outboxOf } from './data-folder.ts';
import { createJobs } from './jobs.ts';
import { type BlobStore, openBlobStore } from './platform/blobs/index.ts';
import {
  type DatabaseConnections,
  type NotificationBus,
  openDatabase,
  openNotificationBus,
} from './platform/database/index.ts';
import { type JobRunner, startJobRunner } from './platform/jobs/index.ts';
import { type MailTransport, openMailTransport } from './platform/mail/index.ts';
import type { Logger } from './platform/observability/create-logger.ts';
import { openTracing, type Tracing } from './platform/observability/open-tracing.ts';
import {
  createSecretBox,
  type KeyRing,
  openKeyRing,
  openPasswordHasher,
  type PasswordHasher,
  type SecretBox,
} from './platform/secrets/index.ts';
import { portolanVersion } from './platform/settings/version.ts';

/** What one process holds open. Every area gets what it needs of this and nothing else. */
export interface Services {
  readonly databases: DatabaseConnections;
  readonly bus: NotificationBus;
  readonly blobs: BlobStore;
  readonly ring: KeyRing;
  readonly box: SecretBox;
  readonly passwords: PasswordHasher;
  readonly runner: JobRunner;
  readonly mailTransport: MailTransport;
  readonly tracing: Tracing | undefined;
}

const jobsAtOnce = 4;

export const openServices = async (
  config: Config,
  connection: pg.ClientConfig,
  logger: Logger,
): Promise<Services & { close(): Promise<void> }> => {
  const warn = (error: Error) => logger.warn({ err: error }, 'The database connection has trouble');
  const ring = await openKeyRing({
    environmentValue: config.encryptionKeys,
    file: keyFileOf(config),
    whenMissing: 'refuse',
  });
  const box = createSecretBox(ring);
  const passwords = await openPasswordHasher();
  const blobs = await openBlobStore(blobsOf(config));
  const databases = openDatabase({
    connection,
    poolSize: config.poolSize,
    longPoolSize: config.longPoolSize,
    onError: warn,
  });
  const mailTransport = await openMailTransport({ smtpUrl: config.smtpUrl, outboxFolder: outboxOf(config) });
  const tracing = await openTracing(process.env, portolanVersion);
  const bus = await openNotificationBus(connection, warn);
  const runner = await startJobRunner({
    connection,
    ...createJobs({ config, databases, blobs, ring, box, mailTransport, logger }),
    concurrency: jobsAtOnce,
    log: logger,
    onError: warn,
  });
  return {
    databases,
    bus,
    blobs,
    ring,
    box,
    passwords,
    runner,
    mailTransport,
    tracing,
    close: async () => {
      await runner.stop(config.drainSeconds * 1000);
      await bus.close();
      await databases.close();
      await blobs.close();
      await mailTransport.close();
      await tracing?.close().catch(warn);
    },
  };
};
