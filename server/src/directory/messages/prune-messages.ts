import type { Database } from '../../platform/database/index.ts';
import { defineJob, type Job, type NoPayload } from '../../platform/jobs/index.ts';
import {
  deleteOlderCopies,
  deleteReadCopies,
  deleteUnheldMessage,
  type OldMessage,
  selectOldMessages,
  selectOverfullInboxes,
} from './message-retention-store.ts';

/**
 * How long messages are kept: what was read goes 400 days after it was sent, so that a yearly notice still has the one of
 * last year beside it. What was not read stays, but nobody keeps more than the newest 10,000, read or not.
 */
export const messageRetention = { readDays: 400, perUser: 10_000 } as const;

export interface PruneMessagesDeps {
  /** The pool for long work. */
  readonly database: Database;
  readonly retention?: { readonly readDays: number; readonly perUser: number };
}

const messagesPerStep = 200;
const copiesPerStep = 5_000;
const usersPerStep = 200;
const beforeAllUsers = '00000000-0000-0000-0000-000000000000';

/** In short steps, each of which may be the last: what is left goes the next night. */
export const pruneMessages = async (deps: PruneMessagesDeps, signal: AbortSignal): Promise<void> => {
  await pruneOld(deps, signal);
  await pruneOverfull(deps, signal);
};

const pruneOld = async ({ database, retention = messageRetention }: PruneMessagesDeps, signal: AbortSignal) => {
  let after: OldMessage | undefined;
  do {
    const messages = await selectOldMessages(database, { days: retention.readDays, after, most: messagesPerStep });
    for (const { id } of messages) {
      do signal.throwIfAborted();
      while ((await deleteReadCopies(database, id, copiesPerStep)) === copiesPerStep);
      await deleteUnheldMessage(database, id);
    }
    after = messages.length === messagesPerStep ? messages.at(-1) : undefined;
  } while (after !== undefined);
};

const pruneOverfull = async ({ database, retention = messageRetention }: PruneMessagesDeps, signal: AbortSignal) => {
  let after: string | undefined = beforeAllUsers;
  while (after !== undefined) {
    const users = await selectOverfullInboxes(database, { after, users: usersPerStep, kept: retention.perUser });
    for (const { userId, oldestKept: before } of users) {
      if (before === null) continue;
      do signal.throwIfAborted();
      while ((await deleteOlderCopies(database, { userId, before, most: copiesPerStep })) === copiesPerStep);
    }
    after = users.length === usersPerStep ? users.at(-1)?.userId : undefined;
  }
};

export const createPruneMessagesJob = (deps: PruneMessagesDeps): Job<NoPayload> =>
  defineJob({
    name: 'directory.prune-messages',
    maxAttempts: 3,
    run: async (_payload, { signal }) => await pruneMessages(deps, signal),
  });
