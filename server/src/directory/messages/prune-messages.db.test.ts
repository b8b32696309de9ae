import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDirectoryBench } from '../test/directory-bench.ts';
import { messageRetention, pruneMessages } from './prune-messages.ts';

const bench = useDirectoryBench();
const never = new AbortController().signal;

const prune = async (retention?: { readDays: number; perUser: number }) =>
  await pruneMessages({ database: bench().database, ...(retention === undefined ? {} : { retention }) }, never);

/** A message that was sent so many days ago. */
const send = async (serviceId: string, name: string, daysAgo: number, fields = { audienceOpen: false }) => {
  const { rows } = await sql<{ id: string }>`
    WITH channel AS (
      INSERT INTO message_channels (service_id, name) VALUES (${serviceId}, 'General')
      ON CONFLICT ON CONSTRAINT message_channels_name_unique DO UPDATE SET name = excluded.name RETURNING id
    )
    INSERT INTO messages (service_id, channel_id, kind, name, content, important, sender, created_at, audience_open)
    SELECT ${serviceId}, id, 'notificationCenter', ${name}, 'x', false, 'x',
      now() - ${daysAgo} * interval '1 day', ${fields.audienceOpen} FROM channel
    RETURNING id`.execute(bench().database);
  return rows[0]?.id ?? '';
};

const deliver = async (messageId: string, userId: string, isRead: boolean) => {
  await sql`INSERT INTO inbox_messages (message_id, user_id, important, delivered_at, read_at)
    SELECT id, ${userId}, false, created_at, CASE WHEN ${isRead} THEN created_at END
    FROM messages WHERE id = ${messageId}`.execute(bench().database);
};

const mail = async (messageId: string, userId: string) => {
  await sql`INSERT INTO message_mails (message_id, user_id, queued_at) VALUES (${messageId}, ${userId}, now())`.execute(
    bench().database,
  );
};

/** Names of a user's messages, and of all that are stored. */
const namesLeft = async (serviceId: string, userId: string) => {
  const { rows: own } = await sql<{ name: string }>`
    SELECT m.name FROM inbox_messages i JOIN messages m ON m.id = i.message_id
    WHERE i.user_id = ${userId} ORDER BY m.name`.execute(bench().database);
  const { rows: all } = await sql<{ name: string }>`
    SELECT name FROM messages WHERE service_id = ${serviceId} ORDER BY name`.execute(bench().database);
  return { own: own.map(({ name }) => name), all: all.map(({ name }) => name) };
};

test('what was read goes after 400 days, what was not stays, and a message goes with its last holder', async () => {
  const serviceId = await bench().makeService();
  const [reader, other] = [await bench().makeUser(), await bench().makeUser()];
  const [old, young] = [messageRetention.readDays + 1, messageRetention.readDays - 1];
  for (const [name, daysAgo, isRead] of [
    ['read long ago', old, true],
    ['unread for long', old, false],
    ['read lately', young, true],
  ] as const) {
    await deliver(await send(serviceId, name, daysAgo), reader.id, isRead);
  }
  const shared = await send(serviceId, 'read by one of two', old);
  await deliver(shared, reader.id, true);
  await deliver(shared, other.id, false);
  await mail(await send(serviceId, 'mailed long ago', old), reader.id);
  await mail(await send(serviceId, 'mailed lately', young), reader.id);
  await send(serviceId, 'still going out', old, { audienceOpen: true });
  await prune();
  await prune();
  expect(await namesLeft(serviceId, reader.id)).toEqual({
    own: ['read lately', 'unread for long'],
    all: ['mailed lately', 'read by one of two', 'read lately', 'still going out', 'unread for long'],
  });
  expect((await namesLeft(serviceId, other.id)).own).toEqual(['read by one of two']);
  expect((await bench().ask(reader, 'GET', '/my/messages/count')).json()).toBe(1);
});

test('nobody keeps more than the newest so many, and others lose nothing by it', async () => {
  const serviceId = await bench().makeService();
  const [full, other] = [await bench().makeUser(), await bench().makeUser()];
  for (let daysAgo = 1; daysAgo <= 5; daysAgo += 1) {
    const id = await send(serviceId, `${daysAgo} days ago`, daysAgo);
    await deliver(id, full.id, daysAgo % 2 === 0);
    if (daysAgo > 2) await deliver(id, other.id, false);
  }
  await prune({ readDays: 400, perUser: 3 });
  expect((await namesLeft(serviceId, full.id)).own).toEqual(['1 days ago', '2 days ago', '3 days ago']);
  expect((await namesLeft(serviceId, other.id)).own).toEqual(['3 days ago', '4 days ago', '5 days ago']);
});

test('ends between two steps when it is told to', async () => {
  const serviceId = await bench().makeService();
  const { id } = await bench().makeUser();
  await deliver(await send(serviceId, 'old', 500), id, true);
  await expect(pruneMessages({ database: bench().database }, AbortSignal.abort(new Error('stop')))).rejects.toThrow(
    'stop',
  );
  expect((await namesLeft(serviceId, id)).own).toEqual(['old']);
});
