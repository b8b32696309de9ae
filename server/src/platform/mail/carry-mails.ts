import { setTimeout as wait } from 'node:timers/promises';
import { type DeliverMailDeps, deliverMail } from './deliver-mail.ts';
import { type MailAttempt, postponeMail, releaseMailsOfTheDead, takeDueMails } from './mail-store.ts';

export interface CarryMailsInput {
  /** Who carries, as `job_runners` knows it: the mails of a runner that died are taken over by others. */
  readonly runnerId: string;
  /** Takes no more mails when it fires; those that are being sent go on. */
  readonly stopping: AbortSignal;
}

/** As many as the mail transport has connections; one while requests keep the process busy, which go first. */
const lanes = { usual: 4, busy: 1 } as const;
/** The share of its time that a process works, from which on it is busy; mails alone hardly come so far. */
const busyFrom = 0.3;
/** While a slow one is being sent, others are looked for this often, in milliseconds. */
const lookEvery = 500;
/** After a trouble of our own, in milliseconds. */
const pauseAfterTrouble = 10_000;

/**
 * Sends mails whose time has come until none is left. Any number of nodes may do so side by side. A mail that cannot be
 * dealt with, for a trouble of our own, does not keep the others: it is put off, and the trouble is thrown at the end.
 */
export const carryMails = async (deps: DeliverMailDeps, { runnerId, stopping }: CarryMailsInput): Promise<void> => {
  const underWay = new Set<Promise<void>>();
  let utilization = performance.eventLoopUtilization();
  const countFree = (): number => {
    const { utilization: share } = performance.eventLoopUtilization(utilization);
    utilization = performance.eventLoopUtilization();
    return Math.max(0, (share < busyFrom ? lanes.usual : lanes.busy) - underWay.size);
  };
  const troubles: unknown[] = [];
  const begin = (attempt: MailAttempt) => {
    const delivery = deliverMail(deps, attempt)
      .catch(async (error: unknown) => {
        troubles.push(error);
        await postponeMail(deps.database, attempt.id, pauseAfterTrouble, 'The server had a trouble of its own.');
      })
      .catch((error: unknown) => void troubles.push(error))
      .finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  };
  try {
    await releaseMailsOfTheDead(deps.database);
    while (!stopping.aborted) {
      const free = countFree();
      if (free > 0) {
        for (const attempt of await takeDueMails(deps.database, { runnerId, limit: free })) begin(attempt);
      }
      if (underWay.size === 0) break;
      await oneOf(underWay, underWay.size < lanes.usual ? lookEvery : undefined);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (troubles.length > 0) throw troubles[0];
};

/** Waits until one has ended, or for so many milliseconds. */
const oneOf = async (underWay: ReadonlySet<Promise<void>>, atMost: number | undefined): Promise<void> => {
  if (atMost === undefined) return await Promise.race(underWay);
  const timer = new AbortController();
  const pause = wait(atMost, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([...underWay, pause]);
  timer.abort();
};
