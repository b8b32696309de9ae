import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark, Finding, RunOptions } from '../harness/benchmark.ts';
import { measurePairs } from '../harness/measure-pairs.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { type Contender, compareThroughput } from '../load/compare-load.ts';
import { encodeRequest } from '../load/encode-request.ts';
import { findPostmaster, readProcessorSeconds } from '../programs/processor-time-of.ts';
import { startDatabase } from '../programs/start-database.ts';
import { addPeople, type Directory, openDirectory } from './directory/open-directory.ts';

const connections = 32;
/** More than the fastest run could subscribe: each is subscribed once, because doing it again changes nothing. */
const people = 400_000;

export const directorySubscribe: Benchmark = {
  name: 'directory-subscribe',
  goal: 'S9',
  about: 'PUT /this/subscribers/{id} of somebody new against floor 3: subscription, audit row and mail in the outbox',
  run: async (options) => {
    await using database = await startDatabase();
    await using floor = await startFloor(3, database.connection);
    await using directory = await openDirectory();
    const b = floorContender(3, floor);
    const ids = await addPeople(directory, people);
    const withMail = subscribing(directory, ids, {});
    const silent = subscribing(directory, ids, { overrideNotificationSettings: 'suppress' });
    await checkOutcome(directory, withMail);
    const goal = { bound: 'atLeast', value: 0.6 } as const;
    const sides = {
      a: [directory.product.pid, await findPostmaster(await directory.product.connection())],
      b: [floor.pid, await findPostmaster(database.connection)],
    };
    return [
      await compareThroughput({ measured: 'subscribe, with a mail', a: withMail, b, connections, goal }, options),
      await compareThroughput({ measured: 'subscribe, without', a: silent, b, connections }, options),
      await compareProcessorTime('subscribe, with a mail', { a: withMail, b }, sides, options),
    ];
  },
};

/** Every request subscribes somebody else. */
const subscribing = (directory: Directory, ids: string[], body: object): Contender => ({
  name: 'product',
  target: directory.target,
  expectedStatus: 204,
  request: () =>
    encodeRequest({
      method: 'PUT',
      path: `/services/v3/this/subscribers/${ids.pop() ?? 'nobody-is-left'}`,
      headers: { ...directory.application.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
});

/** A wrong answer is always fast: what a request is to leave behind is there. */
const checkOutcome = async (directory: Directory, contender: Contender): Promise<void> => {
  await runClosedLoop({ ...contender, connections: 1, seconds: 0 });
  const [found] = await directory.query<{ all: string }>(
    `SELECT (SELECT count(*) FROM subscriptions WHERE state = 'subscribing') || ' ' ||
       (SELECT count(*) FROM audit_log WHERE action = 'subscription.subscribing') || ' ' ||
       (SELECT count(*) FROM mails WHERE subject LIKE 'You have access to%') AS all`,
  );
  if (found?.all !== '1 1 1') throw new Error(`Subscription, audit row and mail were ${found?.all}, not one each.`);
};

/** What one request costs server and database, as a multiple of what it costs on the other side. */
const compareProcessorTime = async (
  measured: string,
  contenders: { readonly a: Contender; readonly b: Contender },
  pids: { readonly a: readonly number[]; readonly b: readonly number[] },
  options: RunOptions,
): Promise<Finding> => {
  options.note(`${measured}: processor time`);
  const side = (which: 'a' | 'b') => ({
    name: contenders[which].name,
    take: async () => {
      const before = await readProcessorSeconds(pids[which]);
      const begun = performance.now();
      const { requestsPerSecond } = await runClosedLoop({
        ...contenders[which],
        connections,
        seconds: options.seconds,
      });
      const elapsed = (performance.now() - begun) / 1000;
      return (((await readProcessorSeconds(pids[which])) - before) * 1000) / (requestsPerSecond * elapsed);
    },
  });
  const pairs = await measurePairs(side('a'), side('b'), options.pairs, 'ms');
  return {
    measured: `${measured}, processor time of server and database`,
    samples: pairs.ratios,
    unit: 'x',
    sides: pairs.sides,
  };
};
