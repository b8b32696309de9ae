import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { openMailContent } from './mail-content.ts';
import { listMails } from './mail-store.ts';
import { type MailTestBench, openMailTestBench } from './mail-test-bench.ts';
import { queueMail, queueMails } from './queue-mail.ts';

let bench: MailTestBench;
beforeAll(async () => {
  bench = await openMailTestBench();
});
afterEach(async () => {
  await sql`DELETE FROM mails`.execute(bench.database);
});
afterAll(async () => await bench.close());

const createMail = (number: number) => ({
  to: `user${number}@example.com`,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
});
const countQueued = async () => (await listMails(bench.database, { limit: 5_000, state: 'queued' })).length;

test('a mail is queued and due at once', async () => {
  const { id, isNew } = await bench.queue({ to: { name: 'Ada', address: 'ada@example.com' } });
  expect(isNew).toBe(true);
  expect(await listMails(bench.database, { limit: 5 })).toMatchObject([
    { id, recipient: 'ada@example.com', subject: 'Hello', state: 'queued', attempts: 0, finishedAt: null },
  ]);
  expect(await countQueued()).toBe(1);
});

test('a transaction that is rolled back leaves no mail', async () => {
  const rolledBack = inTransaction(bench.database, async (transaction) => {
    await queueMail(bench, transaction, createMail(1));
    await queueMails(bench, transaction, [createMail(2), createMail(3)]);
    throw new Error('changed my mind');
  });
  await expect(rolledBack).rejects.toThrow('changed my mind');
  expect(await listMails(bench.database, { limit: 5 })).toEqual([]);
  expect(await countQueued()).toBe(0);
});

test('a mail that cannot be is refused before anything is written', async () => {
  await expect(bench.queue({ to: 'nobody' })).rejects.toMatchObject({ code: 'mail.address-invalid' });
  await expect(bench.queue({ subject: 'a\r\nBcc: eve@example.com' })).rejects.toMatchObject({
    code: 'mail.subject-invalid',
  });
  expect(await countQueued()).toBe(0);
});

test('the content lies sealed in the database, for its own row', async () => {
  const canary = 'token=canary-5f1c';
  const { id } = await bench.queue({
    to: { name: 'canary-name', address: 'ada@example.com' },
    text: `https://portolan.example/?${canary}`,
    headers: { 'X-Canary': canary },
  });
  const other = await bench.queue();
  const { rows } = await sql<{ id: string; sealedContent: string; whole: string }>`
    SELECT id, sealed_content, mails::text AS whole FROM mails WHERE id = ${id}`.execute(bench.database);
  const sealed = rows[0]?.sealedContent ?? '';
  expect(rows[0]?.whole).not.toContain('canary');
  expect(rows[0]?.whole).not.toContain(Buffer.from(canary).toString('base64url'));
  expect(openMailContent(bench.secretBox, id, sealed)).toMatchObject({
    text: `https://portolan.example/?${canary}`,
    name: 'canary-name',
  });
  expect(() => openMailContent(bench.secretBox, other.id, sealed)).toThrow(
    expect.objectContaining({ code: 'secret.unreadable' }),
  );
});

test('a key lets a mail out once, however many queue it at the same time', async () => {
  const queued = await Promise.all(Array.from({ length: 8 }, () => bench.queue({ dedupeKey: 'message:1:user:1' })));
  expect(queued.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(queued.map(({ id }) => id)).size).toBe(1);
  expect(await listMails(bench.database, { limit: 5 })).toHaveLength(1);
  expect(await countQueued()).toBe(1);
});

test('many mails are queued in the order of the input, those with a known key once', async () => {
  const mails = Array.from({ length: 2_500 }, (_, n) => ({ ...createMail(n), dedupeKey: `key:${n % 2_000}` }));
  const queued = await inTransaction(bench.database, (transaction) => queueMails(bench, transaction, mails));
  expect(queued).toHaveLength(2_500);
  expect(queued.filter(({ isNew }) => isNew)).toHaveLength(2_000);
  expect(queued[2_100]).toEqual({ id: queued[100]?.id, isNew: false });
  expect(await countQueued()).toBe(2_000);
});

test('mails are listed newest first, page by page and by state, without their content', async () => {
  const ids: string[] = [];
  for (const number of [1, 2, 3]) ids.unshift((await bench.queue(createMail(number))).id);
  await sql`UPDATE mails SET state = 'failed', finished_at = now() WHERE id = ${ids[1]}`.execute(bench.database);
  const [first, ...none] = await listMails(bench.database, { limit: 1 });
  expect([first?.id, none]).toEqual([ids[0], []]);
  const rest = await listMails(bench.database, { limit: 5, ...(first === undefined ? {} : { before: first }) });
  expect(rest.map(({ id }) => id)).toEqual(ids.slice(1));
  const failed = await listMails(bench.database, { limit: 5, state: 'failed' });
  expect(failed.map(({ id }) => id)).toEqual([ids[1]]);
  expect(failed[0]).not.toHaveProperty('sealedContent');
});
