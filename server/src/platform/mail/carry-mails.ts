import { type DeliverMailDeps, sendMail, writeDownSent } from './deliver-mail.ts';
import { createMailLanes, lanes as laneNumbers, sentTogether } from './mail-lanes.ts';
import { giveBackMails, type MailAttempt, postponeMail, releaseMailsOfTheDead, takeDueMails } from './mail-store.ts';
import { watchProcess } from './watch-process.ts';

export interface CarryMailsInput {
  /** Who carries, as `job_runners` knows it: the mails of a runner that died are taken over by others. */
  readonly runnerId: string;
  /** Takes no more mails when it fires; those that are being sent go on. */
  readonly stopping: AbortSignal;
}

/** Mails are taken in batches: few while the mail server is slow, so that nothing waits behind them for long. */
const batches = { least: laneNumbers.all, most: 32, fastMs: 100, slowMs: 400 } as const;
/** While mails are being sent, others are looked for this often, in milliseconds. */
const lookEvery = 500;
/** What was taken and could not be begun within this time is given back, in milliseconds. */
const longestWait = 30_000;
/** After a trouble of our own, in milliseconds. */
const pauseAfterTrouble = 10_000;

/**
 * Sends mails whose time has come until none is left, bulk mails after the others. Any number of nodes may do so side by
 * side. A mail that cannot be dealt with, for a trouble of our own, does not keep the others: it is put off, and the
 * trouble is thrown at the end.
 */
export const carryMails = async (deps: DeliverMailDeps, { runnerId, stopping }: CarryMailsInput): Promise<void> => {
  const lanes = createMailLanes(watchProcess());
  const troubles: unknown[] = [];
  const working = new Set<Promise<void>>();
  let waiting: MailAttempt[] = [];
  let sent: string[] = [];
  let batch: number = batches.least;
  let takenAt = 0;
  let lookedAt = 0;
  let wake = Promise.withResolvers<void>();

  const track = (work: Promise<void>) => {
    const tracked = work
      .catch((error: unknown) => void troubles.push(error))
      .finally(() => {
        working.delete(tracked);
        wake.resolve();
      });
    working.add(tracked);
  };

  const flush = () => {
    const ids = sent;
    sent = [];
    if (ids.length > 0) track(writeDownSent(deps.database, ids).finally(() => lanes.noteWritten(ids.length)));
  };

  const send = async (attempt: MailAttempt): Promise<void> => {
    const end = lanes.begin(attempt);
    let isSent = false;
    try {
      isSent = await sendMail(deps, attempt);
    } catch (error) {
      troubles.push(error);
      await postponeMail(deps.database, attempt.id, pauseAfterTrouble, 'The server had a trouble of its own.');
    } finally {
      end(isSent);
    }
    if (isSent) sent.push(attempt.id);
    if (sent.length >= sentTogether || waiting.length === 0) flush();
  };

  const look = async () => {
    const now = performance.now();
    const isEmpty = waiting.length === 0;
    if (lanes.isFull() || (!isEmpty && now - lookedAt < lookEvery)) return;
    lookedAt = now;
    if (isEmpty) takenAt = now;
    const limit = isEmpty ? batch : laneNumbers.all;
    const bulk = isEmpty && lanes.takesBulk() ? batch : 0;
    const taken = await takeDueMails(deps.database, { runnerId, limit, bulk });
    waiting = [...waiting, ...taken].toSorted((a, b) => Number(a.bulk) - Number(b.bulk));
  };

  const sendSome = () => {
    const before = waiting.length;
    waiting = waiting.filter((attempt) => {
      const begins = lanes.mayBegin(attempt);
      if (begins) track(send(attempt));
      return !begins;
    });
    if (before > 0 && waiting.length === 0) batch = nextBatch(batch, performance.now() - takenAt);
  };

  const giveBack = async () => {
    const ids = waiting.map(({ id }) => id);
    waiting = [];
    if (ids.length > 0) await giveBackMails(deps.database, ids, runnerId);
  };

  const pause = async () => {
    wake = Promise.withResolvers<void>();
    const isPaused = waiting.length > 0 && lanes.pauseLeft() > 0;
    const timer = setTimeout(wake.resolve, isPaused ? lanes.pauseLeft() : lookEvery);
    await wake.promise;
    clearTimeout(timer);
  };

  try {
    await releaseMailsOfTheDead(deps.database);
    while (!stopping.aborted) {
      await look();
      sendSome();
      if (waiting.length === 0) flush();
      else if (performance.now() - takenAt > longestWait) await giveBack();
      if (working.size === 0 && waiting.length === 0) break;
      await pause();
    }
    await giveBack();
  } finally {
    do {
      await Promise.all(working);
      flush();
    } while (working.size > 0);
  }
  if (troubles.length > 0) throw troubles[0];
};

/** As many as are sent in a moment, judged by the time until the last of a batch has begun. */
const nextBatch = (batch: number, took: number): number => {
  if (took < batches.fastMs) return Math.min(batch * 2, batches.most);
  return took > batches.slowMs ? Math.max(batch >> 1, batches.least) : batch;
};
