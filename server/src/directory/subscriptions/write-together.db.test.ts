import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '../../platform/database/index.ts';
import { type BenchUser, useDirectoryBench } from '../test/directory-bench.ts';

const bench = useDirectoryBench();

const makePeople = async (number: number): Promise<BenchUser[]> =>
  await Promise.all(Array.from({ length: number }, () => bench().makeUser()));

const makeCaller = async (options: { levels?: readonly string[]; subscriberLimit?: number } = {}) => {
  const serviceId = await bench().makeService({ notification: 'send', ...options });
  const application = await bench().makeApplication({ services: [serviceId] });
  const put = async (userId: string, body: object = {}) =>
    (await bench().ask(application, 'PUT', `/this/subscribers/${userId}`, { body })).statusCode;
  const remove = async (userId: string) =>
    (await bench().ask(application, 'DELETE', `/this/subscribers/${userId}`)).statusCode;
  return { serviceId, put, remove };
};

/** What a change left behind: state and revision, actions in the audit log, mails. */
const leftBy = async (serviceId: string, user: BenchUser) => {
  const { database, auditOf, mailsTo } = bench();
  const row = await database
    .selectFrom('subscriptions')
    .select(['state', 'revision'])
    .where('serviceId', '=', serviceId)
    .where('userId', '=', user.id)
    .executeTakeFirst();
  return { ...row, audit: await auditOf(`${serviceId}/${user.id}`), mails: (await mailsTo(user.email)).length };
};

test('of many changes at the same time each is written, audited and told once', async () => {
  const { serviceId, put } = await makeCaller();
  const people = await makePeople(60);
  // Everybody three times, so that most come second.
  const statuses = await Promise.all([...people, ...people, ...people].map(({ id }) => put(id)));
  expect(new Set(statuses)).toEqual(new Set([204]));
  for (const user of people) {
    const expected = { state: 'subscribing', revision: 1, audit: ['subscription.subscribing'], mails: 1 };
    expect(await leftBy(serviceId, user)).toEqual(expected);
  }
});

test('what is in the way of one is in the way of nobody else', async () => {
  const { serviceId, put } = await makeCaller({ levels: ['reader', 'writer'] });
  const people = await makePeople(12);
  const [gone] = people;
  if (gone === undefined) throw new Error('nobody is there');
  const unknown = '00000000-0000-4000-8000-000000000000';
  // Who goes may be gone already: only the others can be told of their mistake for sure.
  const wrong = people.slice(1).map(({ id }) => put(id, { role: 'nobody' }));
  const right = people.map(({ id }) => put(id, { role: 'writer' }));
  const removed = sql`DELETE FROM users WHERE id = ${gone.id}`.execute(bench().database);
  expect(await put(unknown)).toBe(404);
  expect(new Set(await Promise.all(wrong))).toEqual(new Set([400]));
  const [first, ...others] = await Promise.all(right);
  expect([204, 404]).toContain(first);
  expect(new Set(others)).toEqual(new Set([204]));
  await removed;
  for (const user of people.slice(1)) expect(await leftBy(serviceId, user)).toMatchObject({ revision: 1 });
});

test('nobody waits because somebody else is being changed', async () => {
  const { serviceId, put } = await makeCaller();
  const people = await makePeople(10);
  const [held, ...others] = people;
  if (held === undefined) throw new Error('nobody is there');
  const isHeld = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = inTransaction(bench().deps.longWork, async (transaction) => {
    await sql`SELECT FROM users WHERE id = ${held.id} FOR UPDATE`.execute(transaction);
    isHeld.resolve();
    await release.promise;
  });
  await isHeld.promise;
  const waiting = put(held.id);
  expect(new Set(await Promise.all(others.map(({ id }) => put(id))))).toEqual(new Set([204]));
  expect(await leftBy(serviceId, held)).toMatchObject({ audit: [] });
  // The one who must wait does so in the database, alone.
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%write_subscriptions%'`.execute(bench().database);
    expect(rows).toHaveLength(1);
  }, 5_000);
  release.resolve();
  await holding;
  expect(await waiting).toBe(204);
  expect(await leftBy(serviceId, held)).toMatchObject({ state: 'subscribing', revision: 1 });
});

test('a limit is kept, whoever comes at the same time', async () => {
  const { put, serviceId } = await makeCaller({ subscriberLimit: 5 });
  const people = await makePeople(12);
  const statuses = await Promise.all(people.map(({ id }) => put(id)));
  expect(statuses.filter((status) => status === 204)).toHaveLength(5);
  expect(statuses.filter((status) => status === 400)).toHaveLength(7);
  const { rows } = await sql`SELECT FROM subscriptions WHERE service_id = ${serviceId}`.execute(bench().database);
  expect(rows).toHaveLength(5);
});

test('adding and removing one user from all sides leaves what the audit log tells', async () => {
  const { serviceId, put, remove } = await makeCaller();
  const [user] = await makePeople(1);
  if (user === undefined) throw new Error('nobody is there');
  const rounds = Array.from({ length: 12 }, (_, round) => (round % 2 === 0 ? put(user.id) : remove(user.id)));
  const statuses = await Promise.all(rounds);
  // Who lost five times in a row is told to try again.
  expect(statuses.every((status) => [204, 400, 409].includes(status))).toBe(true);
  const { state, revision, audit, mails } = await leftBy(serviceId, user);
  expect(audit).toHaveLength(revision ?? -1);
  expect(mails).toBe(audit.length);
  expect(audit.at(-1)).toBe(`subscription.${state}`);
  for (const [place, action] of audit.entries()) expect(action).not.toBe(audit[place + 1]);
});
