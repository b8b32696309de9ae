import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../platform/database/index.ts';
import { acting, type BenchUser, type Caller, useDirectoryBench } from '../test/directory-bench.ts';
import { createChannel } from './create-channel.ts';
import { deliverMessage } from './deliver-message.ts';
import { setChannelPreference } from './set-channel-preference.ts';

const bench = useDirectoryBench();
const never = new AbortController().signal;

/** A service with an application that may write to its subscribers. */
const makeSender = async (options: { mayManage?: boolean } = {}) => {
  const { makeApplication, makeService, link } = bench();
  const application = await makeApplication();
  const serviceId = await makeService();
  await link(application, serviceId, options.mayManage ?? true);
  return { application, serviceId, caller: application };
};

const makeSubscriber = async (serviceId: string): Promise<BenchUser> => {
  const user = await bench().makeUser();
  await bench().subscribe(user, serviceId);
  return user;
};

const notify = async (
  { caller, serviceId }: { readonly caller: Caller; readonly serviceId: string },
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => await bench().ask(caller, 'POST', `/this/services/${serviceId}/notification`, { body, headers });

const words = (message: Record<string, unknown> = {}) => ({ type: 1, name: 'Hello', content: 'World', ...message });

const listOf = async (user: BenchUser, query = 'all=true', headers: Record<string, string> = {}) =>
  (await bench().ask(user, 'GET', `/my/messages?${query}`, { headers })).json() as Record<string, unknown>[];
const countOf = async (user: BenchUser) => (await bench().ask(user, 'GET', '/my/messages/count')).json() as number;
const namesOf = (messages: readonly Record<string, unknown>[]) => messages.map(({ name }) => name);

/** Statements that wait for somebody else's. */
const countWaiting = async () => {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::integer AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(bench().database);
  return rows[0]?.waiting ?? 0;
};

describe('the notification center', () => {
  test('a message is there when the call returns, and read when it was read', async () => {
    const { ask } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    expect(await countOf(user)).toBe(0);
    const sent = await notify(sender, { message: words({ timeStamp: '2026-01-02T03:04:05Z' }), HighPriority: true });
    expect([sent.statusCode, sent.body]).toEqual([204, '']);
    expect(await countOf(user)).toBe(1);
    const [entry, ...others] = await listOf(user, 'all=false');
    expect(others).toEqual([]);
    expect(entry).toEqual({
      identity: `/my/messages/${entry?.id}`,
      deliverTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      from: `Service ${sender.serviceId.slice(0, 8)}`,
      important: true,
      name: 'Hello',
      id: expect.any(String),
      description: 'World',
    });
    const one = await ask(user, 'GET', String(entry?.identity));
    expect(one.json()).toEqual({
      name: 'Hello',
      content: 'World',
      id: entry?.id,
      timeStamp: '2026-01-02T03:04:05.000Z',
      channelId: expect.any(String),
      type: 1,
    });
    expect(await countOf(user)).toBe(1);
    expect((await ask(user, 'PATCH', String(entry?.identity))).statusCode).toBe(204);
    expect((await ask(user, 'PATCH', String(entry?.identity))).statusCode).toBe(204);
    expect(await countOf(user)).toBe(0);
    expect(await listOf(user, 'all=False')).toEqual([]);
    expect(await listOf(user, 'ALL=1')).toHaveLength(1);
  });

  test('importantOnly lists and marks important messages only', async () => {
    const { ask } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    await notify(sender, { message: words({ name: 'plain' }), HighPriority: false });
    await notify(sender, { message: words({ name: 'important' }), HighPriority: true });
    expect(namesOf(await listOf(user, 'all=false', { importantOnly: 'True' }))).toEqual(['important']);
    expect(namesOf(await listOf(user, 'all=false', { importantOnly: '' }))).toEqual(['important', 'plain']);
    expect((await ask(user, 'PATCH', '/my/messages', { headers: { importantOnly: 'true' } })).statusCode).toBe(204);
    expect(namesOf(await listOf(user, 'all=false'))).toEqual(['plain']);
    expect((await ask(user, 'PATCH', '/my/messages', { headers: { importantOnly: 'false' } })).statusCode).toBe(204);
    expect(await countOf(user)).toBe(0);
  });

  test('pages, newest first, with a link to the next', async () => {
    const { ask } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    for (const name of ['one', 'two', 'three']) await notify(sender, { message: words({ name }), HighPriority: false });
    const first = await ask(user, 'GET', '/my/messages?all=true&page=0&pageSize=2');
    expect(namesOf(first.json())).toEqual(['three', 'two']);
    expect(first.headers.link).toContain('page=1');
    const second = await ask(user, 'GET', '/my/messages?all=true&page=1&pageSize=2');
    expect([namesOf(second.json()), second.headers.link]).toEqual([['one'], undefined]);
  });

  test.each(['/my/messages', '/my/messages?all=', '/my/messages?all=maybe', '/my/messages?all=true&pageSize=10001'])(
    '%s is refused',
    async (path) => {
      const { ask, makeUser } = bench();
      const response = await ask(await makeUser(), 'GET', path);
      expect([response.statusCode, response.json().subCode]).toEqual([400, 10]);
    },
  );

  test("others' messages do not exist", async () => {
    const { ask, makeUser } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    await notify(sender, { message: words(), HighPriority: false });
    const [entry] = await listOf(user);
    const stranger = await makeUser();
    for (const method of ['GET', 'PATCH'] as const) {
      const foreign = await ask(stranger, method, `/my/messages/${entry?.id}`);
      const nothing = await ask(stranger, method, `/my/messages/${randomUUID()}`);
      expect([foreign.statusCode, nothing.statusCode]).toEqual([404, 404]);
      const { supportCode: _a, ...left } = foreign.json();
      const { supportCode: _b, ...right } = nothing.json();
      expect(left).toEqual(right);
    }
    expect(await countOf(user)).toBe(1);
  });

  test('a long content is cut in the list and whole in the message', async () => {
    const { ask } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    const content = 'ä'.repeat(20_000);
    await notify(sender, { message: words({ content }), HighPriority: false });
    const [entry] = await listOf(user);
    expect([...String(entry?.description)]).toHaveLength(500);
    expect((await ask(user, 'GET', String(entry?.identity))).json().content).toBe(content);
  });
});

describe('marking everything as read (contract B15)', () => {
  test('a message that comes while the request waits for a connection stays unread', async () => {
    const { ask, database } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    await notify(sender, { message: words({ name: 'before' }), HighPriority: false });
    // Credentials are remembered from this request on, so that the next one needs no connection until it writes.
    expect(await countOf(user)).toBe(1);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holders = Array.from({ length: 8 }, () => {
      let hold = () => {};
      const held = new Promise<void>((resolve) => {
        hold = resolve;
      });
      const done = inTransaction(database, async (transaction) => {
        await sql`SELECT 1`.execute(transaction);
        hold();
        await released;
      });
      return { held, done };
    });
    await Promise.all(holders.map(({ held }) => held));
    const marked = ask(user, 'PATCH', '/my/messages');
    // Goes through the other pool.
    await insertLater(sender.serviceId, user.id);
    release();
    await Promise.all(holders.map(({ done }) => done));
    expect((await marked).statusCode).toBe(204);
    expect(namesOf(await listOf(user, 'all=false'))).toEqual(['later']);
  });

  const insertLater = async (serviceId: string, userId: string) =>
    await inTransaction(bench().deps.longWork, async (transaction) => {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO messages (service_id, channel_id, kind, name, content, important, sender)
        SELECT service_id, channel_id, kind, 'later', content, important, sender FROM messages
        WHERE service_id = ${serviceId} LIMIT 1 RETURNING id`.execute(transaction);
      await sql`INSERT INTO inbox_messages (message_id, user_id, important) VALUES (${rows[0]?.id}, ${userId}, false)`.execute(
        transaction,
      );
    });

  test('counts are right while messages come and go from all sides', async () => {
    const { ask, database } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    const rounds = Array.from({ length: 30 }, (_, round) =>
      round % 5 === 4
        ? ask(user, 'PATCH', '/my/messages')
        : notify(sender, { message: words({ name: `m${round}` }), HighPriority: round % 2 === 0 }),
    );
    const statuses = (await Promise.all(rounds)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([204]));
    const { rows } = await sql<{ all: number; unread: number }>`
      SELECT count(*)::int AS all, count(*) FILTER (WHERE read_at IS NULL)::int AS unread
      FROM inbox_messages WHERE user_id = ${user.id}`.execute(database);
    expect(rows[0]?.all).toBe(24);
    expect(await countOf(user)).toBe(rows[0]?.unread);
    expect(await listOf(user, 'all=false')).toHaveLength(rows[0]?.unread ?? -1);
  });
});

describe('who gets it (contract B14)', () => {
  test('null is everybody who subscribes; a list is those of it who do', async () => {
    const sender = await makeSender();
    const [first, second] = [await makeSubscriber(sender.serviceId), await makeSubscriber(sender.serviceId)];
    const stranger = await bench().makeUser();
    const waiting = await bench().makeUser();
    await bench().subscribe(waiting, sender.serviceId, 'pending');
    await notify(sender, { message: words({ name: 'all' }), recipients: null, HighPriority: false });
    const recipients = [first.id.toUpperCase(), first.id, stranger.id, waiting.id, randomUUID()];
    await notify(sender, { message: words({ name: 'some' }), recipients, HighPriority: false });
    await notify(sender, { message: words({ name: 'nobody' }), recipients: [], HighPriority: false });
    const received = await Promise.all(
      [first, second, stranger, waiting].map(async (user) => namesOf(await listOf(user))),
    );
    expect(received).toEqual([['some', 'all'], ['all'], [], []]);
  });

  test('a child service writes to the subscribers of its root', async () => {
    const { makeService, link } = bench();
    const sender = await makeSender();
    const child = await makeService({ parentId: sender.serviceId });
    await link(sender.application, child);
    const user = await makeSubscriber(sender.serviceId);
    await notify({ ...sender, serviceId: child }, { message: words(), HighPriority: false });
    expect(await listOf(user)).toMatchObject([{ from: `Service ${child.slice(0, 8)}` }]);
  });

  test('a channel that was switched off is silent, the others are not', async () => {
    const { database } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    const channel = await inTransaction(database, (t) =>
      createChannel(t, acting, { serviceId: sender.serviceId, name: 'News' }),
    );
    const input = { userId: user.id, channelId: channel.id, notificationCenter: false };
    await inTransaction(database, (t) => setChannelPreference(t, acting, input));
    await notify(sender, { message: words({ name: 'news' }), HighPriority: false }, { channelId: channel.id });
    await notify(sender, { message: words({ name: 'news too', channelId: channel.id }), HighPriority: false });
    await notify(sender, { message: words({ name: 'general' }), HighPriority: false });
    expect(namesOf(await listOf(user))).toEqual(['general']);
  });

  test('deactivated users get nothing', async () => {
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    await sql`UPDATE users SET deactivated_at = now() WHERE id = ${user.id}`.execute(bench().database);
    await notify(sender, { message: words(), HighPriority: false });
    const { rows } = await sql`SELECT FROM inbox_messages WHERE user_id = ${user.id}`.execute(bench().database);
    expect(rows).toEqual([]);
  });

  test('a message with an id reaches everybody once, however often it is sent', async () => {
    const sender = await makeSender();
    const first = await makeSubscriber(sender.serviceId);
    const message = words({ id: 'm-1' });
    const sends = Array.from({ length: 5 }, () => notify(sender, { message, HighPriority: false }));
    expect(new Set((await Promise.all(sends)).map(({ statusCode }) => statusCode))).toEqual(new Set([204]));
    const late = await makeSubscriber(sender.serviceId);
    await notify(sender, { message, HighPriority: false });
    expect([await countOf(first), await countOf(late)]).toEqual([1, 1]);
    const other = await notify(sender, { message: words({ id: 'm-1', content: 'Else' }), HighPriority: false });
    expect([other.statusCode, other.json().information]).toEqual([400, 'message.id-reused']);
    const otherSender = await makeSender();
    expect(
      (await notify(otherSender, { message: words({ id: 'm-1', content: 'Else' }), HighPriority: false })).statusCode,
    ).toBe(204);
  });

  test('a message to many is with the first when the call returns, and with all after the job, once each', async () => {
    const { database, deps } = bench();
    const sender = await makeSender();
    await sql`
      WITH made AS (
        INSERT INTO users (tenant_id, email, display_name, activation_deadline)
        SELECT '00000000-0000-0000-0000-000000000000', gen_random_uuid() || '@example.com', 'Reader ' || n, now() + interval '1 day'
        FROM generate_series(1, 5500) AS n RETURNING id, tenant_id, display_name_key
      )
      INSERT INTO subscriptions (service_id, user_id, tenant_id, name_key, state)
      SELECT ${sender.serviceId}, id, tenant_id, display_name_key, 'subscribing' FROM made`.execute(deps.longWork);
    expect((await notify(sender, { message: words(), HighPriority: false })).statusCode).toBe(204);
    const count = async () => {
      const { rows } = await sql<{ id: string; count: number; readers: number }>`
        SELECT m.id, count(*)::int AS count, count(DISTINCT i.user_id)::int AS readers
        FROM messages m JOIN inbox_messages i ON i.message_id = m.id
        WHERE m.service_id = ${sender.serviceId} GROUP BY m.id`.execute(database);
      return rows[0];
    };
    const before = await count();
    expect(before).toMatchObject({ count: 1_000 });
    const { rows: jobs } = await sql<{ key: string }>`
      SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'directory.deliver-message'`.execute(database);
    expect(jobs.map(({ key }) => key)).toContain(`directory.deliver-message:${before?.id}`);
    const job = { ...deps, database: deps.longWork };
    await deliverMessage(job, before?.id ?? '', never);
    await deliverMessage(job, before?.id ?? '', never);
    expect(await count()).toMatchObject({ count: 5_500, readers: 5_500 });
  });

  test.each([
    ['the notification center', 1],
    ['mails', 3],
  ])('somebody who is deleted at the same time is left out, and the others get it: %s', async (_, type) => {
    const { database } = bench();
    const sender = await makeSender();
    const [leaving, staying] = [await makeSubscriber(sender.serviceId), await makeSubscriber(sender.serviceId)];
    const sending = await inTransaction(database, async (transaction) => {
      await transaction.deleteFrom('users').where('id', '=', leaving.id).execute();
      const sent = notify(sender, { message: words({ type }), HighPriority: false });
      await expect.poll(countWaiting, { timeout: 10_000 }).toBeGreaterThan(0);
      return { sent };
    });
    expect((await sending.sent).statusCode).toBe(204);
    const { rows } = await sql<{ userId: string }>`
      SELECT r.user_id FROM messages m
      JOIN (SELECT message_id, user_id FROM inbox_messages UNION ALL SELECT message_id, user_id FROM message_mails) r
        ON r.message_id = m.id WHERE m.service_id = ${sender.serviceId}`.execute(database);
    expect(rows).toEqual([{ userId: staying.id }]);
  });
});

describe('what is refused', () => {
  const send = async (
    mayManage: boolean,
    body: unknown = { message: words(), HighPriority: false },
    headers: Record<string, string> = {},
  ) => {
    const sender = await makeSender({ mayManage });
    return await notify(sender, body as Record<string, unknown>, headers);
  };

  test('an application that may not write, unless its user administers the service', async () => {
    const { makeUser, database } = bench();
    const sender = await makeSender({ mayManage: false });
    expect((await notify(sender, { message: words(), HighPriority: false })).statusCode).toBe(403);
    const user = await makeUser({ application: sender.application });
    const body = { message: words(), HighPriority: false };
    expect((await notify({ ...sender, caller: user }, body)).statusCode).toBe(403);
    await database
      .insertInto('serviceAdministrators')
      .values({ serviceId: sender.serviceId, userId: user.id })
      .execute();
    expect((await notify({ ...sender, caller: user }, body)).statusCode).toBe(204);
  });

  test('a service that is not linked, as if it did not exist', async () => {
    const [sender, other] = [await makeSender(), await makeSender()];
    const body = { message: words(), HighPriority: false };
    const foreign = await notify({ ...sender, serviceId: other.serviceId }, body);
    const nothing = await notify({ ...sender, serviceId: randomUUID() }, body);
    expect([foreign.statusCode, nothing.statusCode]).toEqual([404, 404]);
    expect(foreign.json().message).toBe(nothing.json().message);
  });

  test('channels that the service does not have', async () => {
    const other = await makeSender();
    const channel = await inTransaction(bench().database, (t) =>
      createChannel(t, acting, { serviceId: other.serviceId, name: 'News' }),
    );
    for (const channelId of [channel.id, randomUUID(), 'nonsense']) {
      expect((await send(true, undefined, { channelId })).statusCode).toBe(404);
    }
    expect((await send(true, undefined, { channelId: '' })).statusCode).toBe(204);
  });

  test.each<[string, unknown, number]>([
    ['no body', undefined, 400],
    ['null', null, 400],
    ['no flag', { message: words() }, 400],
    ['no message', { HighPriority: false }, 400],
    ['another type', { message: words({ type: 2 }), HighPriority: false }, 400],
    ['a flag that is a text', { message: words(), HighPriority: 'yes' }, 400],
    ['a recipient that is no id', { message: words(), recipients: ['x'], HighPriority: false }, 400],
  ])('%s', async (_, body, status) => {
    const sender = await makeSender();
    const path = `/this/services/${sender.serviceId}/notification`;
    const headers = { 'content-type': 'application/json' };
    const response = await bench().ask(sender.caller, 'POST', path, {
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ message: expect.any(String), subCode: 10 });
  });
});
