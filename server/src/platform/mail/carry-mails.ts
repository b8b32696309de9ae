import { type DeliverMailDeps, sendMail, writeDownSent } from './deliver-mail.ts';
import { giveBackMails, type MailAttempt, postponeMail, releaseMailsOfTheDead, takeDueMails } from './mail-store.ts';

export interface CarryMailsInput {
  /** Who carries, as `job_runners` knows it: the mails of a runner that died are taken over by others. */
  readonly runnerId: string;
  /** Takes no more mails when it fires; those that are being sent go on. */
  readonly stopping: AbortSignal;
}

/** As many as the mail transport has connections. One stays free for mails that somebody waits for. */
const lanes = { all: 4, bulk: 3, bulkWhileBusy: 1 } as const;
/** The share of its time that a process works, from which on it is busy; mails alone hardly come so far. */
const busyFrom = 0.3;
/** While requests keep the process busy, a bulk mail is followed by a pause of so many times what it took. */
const pause = { times: 3, mostMs: 100 } as const;
/** Mails that are this old, in seconds, wait for nobody any more. */
const lateAfter = { noPause: 60, allLanes: 300 } as const;
/** Mails are taken in batches: few while the mail server is slow, so that nothing waits behind them for long. */
const batches = { least: lanes.all, most: 32, tooFastMs: 100, tooSlowMs: 400 } as const;
/** So many at most are sent and not written down. Whoever is killed sends those again, under the same Message-ID. */
const mostUnwritten = 5;
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
export const carryMails = async (deps: DeliverMailDeps, input: CarryMailsInput): Promise<void> => {
  const { runnerId, stopping } = input;
  const isBusy = watchProcess();
  const troubles: unknown[] = [];
  const working = new Set<Promise<void>>();
  let waiting: MailAttempt[] = [];
  let sent: string[] = [];
  const sending = { all: 0, bulk: 0, unwritten: 0 };
  let batch: number = batches.least;
  let takenAt = 0;
  let lookedAt = 0;
  let bulkFrom = 0;
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
    if (ids.length > 0) track(writeDownSent(deps.database, ids).finally(() => (sending.unwritten -= ids.length)));
  };

  const begin = async (attempt: MailAttempt, busy: boolean): Promise<void> => {
    const bulk = attempt.bulk ? 1 : 0;
    const begun = performance.now();
    sending.all += 1;
    sending.bulk += bulk;
    sending.unwritten += 1;
    let isSent = false;
    try {
      isSent = await sendMail(deps, attempt);
    } catch (error) {
      troubles.push(error);
      await postponeMail(deps.database, attempt.id, pauseAfterTrouble, 'The server had a trouble of its own.');
    } finally {
      sending.all -= 1;
      sending.bulk -= bulk;
      if (!isSent) sending.unwritten -= 1;
    }
    const now = performance.now();
    if (bulk && busy && attempt.ageSeconds < lateAfter.noPause) {
      bulkFrom = now + Math.min((now - begun) * pause.times, pause.mostMs);
    }
    if (!isSent) return;
    sent.push(attempt.id);
    if (sent.length >= mostUnwritten || waiting.length === 0) flush();
  };

  /** When the last mail of a batch has begun: the next batch is as large as is sent in a moment. */
  const fitBatch = () => {
    const took = performance.now() - takenAt;
    if (took < batches.tooFastMs) batch = Math.min(batch * 2, batches.most);
    else if (took > batches.tooSlowMs) batch = Math.max(batch >> 1, batches.least);
  };

  const mayBegin = (attempt: MailAttempt, busy: boolean): boolean => {
    if (sending.all >= lanes.all || sending.unwritten >= lanes.all + 2 * mostUnwritten) return false;
    if (!attempt.bulk) return true;
    const most = busy && attempt.ageSeconds < lateAfter.allLanes ? lanes.bulkWhileBusy : lanes.bulk;
    return sending.bulk < most && performance.now() >= bulkFrom;
  };

  const beginSome = (busy: boolean) => {
    const left: MailAttempt[] = [];
    for (const attempt of waiting) {
      if (mayBegin(attempt, busy)) track(begin(attempt, busy));
      else left.push(attempt);
    }
    if (waiting.length > 0 && left.length === 0) fitBatch();
    waiting = left;
  };

  const look = async () => {
    const now = performance.now();
    const isEmpty = waiting.length === 0;
    if (sending.all >= lanes.all || !(isEmpty || now - lookedAt >= lookEvery)) return;
    lookedAt = now;
    if (isEmpty) takenAt = now;
    const bulk = isEmpty && sending.bulk < lanes.bulk ? batch : 0;
    const taken = await takeDueMails(deps.database, { runnerId, limit: isEmpty ? batch : lanes.all, bulk });
    waiting = [...waiting, ...taken].toSorted((a, b) => Number(a.bulk) - Number(b.bulk));
  };

  const giveBack = async () => {
    const ids = waiting.map(({ id }) => id);
    waiting = [];
    if (ids.length > 0) await giveBackMails(deps.database, ids, runnerId);
  };

  try {
    await releaseMailsOfTheDead(deps.database);
    while (!stopping.aborted) {
      await look();
      beginSome(isBusy());
      if (waiting.length === 0) flush();
      else if (performance.now() - takenAt > longestWait) await giveBack();
      if (working.size === 0 && waiting.length === 0) break;
      const until = waiting.length > 0 && bulkFrom > performance.now() ? bulkFrom - performance.now() : lookEvery;
      wake = Promise.withResolvers<void>();
      const timer = setTimeout(wake.resolve, Math.min(until, lookEvery));
      await wake.promise;
      clearTimeout(timer);
    }
    await giveBack();
  } finally {
    waiting = [];
    do {
      await Promise.all(working);
      flush();
    } while (working.size > 0);
  }
  if (troubles.length > 0) throw troubles[0];
};

/** Tells whether the process was busy since it was last asked, within the last tenth of a second or longer. */
const watchProcess = (): (() => boolean) => {
  let since = performance.eventLoopUtilization();
  let askedAt = performance.now();
  let busy = false;
  return () => {
    if (performance.now() - askedAt < 100) return busy;
    busy = performance.eventLoopUtilization(since).utilization >= busyFrom;
    since = performance.eventLoopUtilization();
    askedAt = performance.now();
    return busy;
  };
};
