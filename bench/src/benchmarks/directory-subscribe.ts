import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { type Contender, compareThroughput } from '../load/compare-load.ts';
import { encodeRequest } from '../load/encode-request.ts';
import { startDatabase } from '../programs/start-database.ts';
import { compareProcessorTime } from './directory/compare-processor-time.ts';
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
    const product = { pid: directory.product.pid, connection: await directory.product.connection() };
    const bare = { pid: floor.pid, connection: database.connection };
    return [
      await compareThroughput({ measured: 'subscribe, with a mail', a: withMail, b, connections, goal }, options),
      await compareThroughput({ measured: 'subscribe, without', a: silent, b, connections }, options),
      await compareProcessorTime(
        { measured: 'subscribe, with a mail', a: { ...withMail, ...product }, b: { ...b, ...bare }, connections },
        options,
      ),
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
