import { hostname } from 'node:os';
import { deleteDeadAutomationTokens, deleteExpiredCredentials, deleteUnactivatedUsers } from './accounts/index.ts';
import { type Config, publicUrlOf } from './config.ts';
import { auditFolderOf } from './data-folder.ts';
import { defaultRetention, pruneDeployments } from './deployments/index.ts';
import { createDeliverMessageJob, createPruneMessagesJob, foldSubscriberNotes } from './directory/index.ts';
import { createMailPasswordResetJob, createMailSignInCodeJob } from './identity/pages/index.ts';
import { deleteExpiredRecords } from './identity/provider/oidc-record-store.ts';
import { rotateSigningKeys } from './identity/provider/signing-keys.ts';
import { chainAuditRows, createCheckpointSigner, openCheckpointFile } from './platform/audit/index.ts';
import type { BlobStore } from './platform/blobs/index.ts';
import type { DatabaseConnections } from './platform/database/index.ts';
import { deleteExpiredAnswers } from './platform/idempotency/delete-expired-answers.ts';
import { defineJob, type JobRunnerOptions } from './platform/jobs/index.ts';
import { createMailWork, type MailTransport } from './platform/mail/index.ts';
import type { Logger } from './platform/observability/create-logger.ts';
import { createOneTimeCodes, type KeyRing, type SecretBox } from './platform/secrets/index.ts';

export interface JobDeps {
  readonly config: Config;
  readonly databases: DatabaseConnections;
  readonly blobs: BlobStore;
  readonly ring: KeyRing;
  readonly box: SecretBox;
  readonly mailTransport: MailTransport;
  readonly logger: Logger;
}

/** Uploads take hours at the most; what lies unfinished for longer was left behind by a crash. */
const unfinishedAfter = 24 * 3_600_000;

/** All jobs of the platform: what is enqueued, what the clock starts, what runs every few seconds on one node. */
export const createJobs = (deps: JobDeps): Pick<JobRunnerOptions, 'jobs' | 'cron' | 'recurring'> => {
  const { databases, blobs } = deps;
  const forgetAnswers = defineJob({
    name: 'idempotency.forget',
    maxAttempts: 3,
    run: async () => void (await deleteExpiredAnswers(databases.main)),
  });
  const sweepBlobs = defineJob({
    name: 'blobs.sweep',
    maxAttempts: 3,
    run: async () => void (await blobs.sweepUnfinished(new Date(Date.now() - unfinishedAfter))),
  });
  const cleanAccounts = defineJob({
    name: 'accounts.clean',
    maxAttempts: 3,
    run: async () => {
      const accounts = { database: databases.main };
      await deleteUnactivatedUsers(accounts);
      await deleteExpiredCredentials(accounts);
      await deleteDeadAutomationTokens(accounts);
    },
  });
  const mail = createMailWork({
    database: databases.main,
    secretBox: deps.box,
    transport: deps.mailTransport,
    from: { address: deps.config.mailFrom, name: 'Portolan' },
  });
  const keepKeys = defineJob({
    name: 'identity.rotate-keys',
    maxAttempts: 3,
    run: async () => {
      await rotateSigningKeys({ database: databases.main, box: deps.box });
      await deleteExpiredRecords(databases.main);
    },
  });
  const prune = defineJob({
    name: 'deployments.prune',
    maxAttempts: 3,
    run: async () => {
      await pruneDeployments({ database: databases.longWork }, defaultRetention);
    },
  });
  const pruneMessages = createPruneMessagesJob({ database: databases.longWork });
  const pages = { database: databases.main, box: deps.box, publicUrl: publicUrlOf(deps.config), ring: deps.ring };
  return {
    jobs: [
      createMailPasswordResetJob(pages),
      createMailSignInCodeJob({ ...pages, oneTimeCodes: createOneTimeCodes(deps.ring) }),
      keepKeys,
      createDeliverMessageJob({ ...pages, database: databases.longWork, secretBox: deps.box }),
      prune,
      pruneMessages,
      forgetAnswers,
      sweepBlobs,
      cleanAccounts,
      ...mail.jobs,
    ],
    cron: [
      ...mail.cron,
      { job: forgetAnswers, at: '7 * * * *' },
      { job: keepKeys, at: '11 * * * *' },
      { job: cleanAccounts, at: '3 3 * * *' },
      { job: sweepBlobs, at: '23 3 * * *' },
      { job: prune, at: '31 3 * * *' },
      { job: pruneMessages, at: '41 3 * * *' },
    ],
    recurring: [
      { name: 'audit.chain', everySeconds: 2, run: createAuditChaining(deps) },
      {
        name: 'directory.fold',
        everySeconds: 3,
        run: async () => await foldSubscriberNotes({ longWork: databases.longWork }),
      },
      ...mail.recurring,
    ],
  };
};

const createAuditChaining = ({ config, databases, ring, logger }: JobDeps) => {
  const chaining = {
    database: databases.main,
    checkpoints: openCheckpointFile({ folder: auditFolderOf(config) }),
    signer: createCheckpointSigner(ring),
    node: hostname(),
    now: () => new Date(),
  };
  return async () => {
    const { checkpoint } = await chainAuditRows(chaining);
    if (checkpoint === 'conflict') {
      logger.error({}, 'The audit log was rewritten since its last checkpoint. Run "portolan audit verify".');
    }
  };
};
