import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { carryMails } from './carry-mails.ts';
import { MailFailure } from './mail-failure.ts';
import { listMails } from './mail-store.ts';
import { type MailTestBench, openMailTestBench } from './mail-test-bench.ts';
import { type MailTestServer, startMailTestServer } from './mail-test-server.ts';
import type { MailTransport } from './mail-transport.ts';
import { openMailTransport } from './open-mail-transport.ts';
import { parseSmtpUrl } from './parse-smtp-url.ts';
import { pruneMails } from './prune-mails.ts';
import { queueMails } from './queue-mail.ts';
import { retryMail } from './retry-mail.ts';
import { openSmtpTransport } from './smtp-transport.ts';

let bench: MailTestBench;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  bench = await openMailTestBench();
});
afterEach(async () => {
  await bench.stopRunners();
  for (const close of closers.splice(0).toReversed()) await close();
  await sql`DELETE FROM mails`.execute(bench.database);
  await sql`DELETE FROM job_runners`.execute(bench.database);
});
afterAll(async () => await bench.close());

const startServer = async (port?: number): Promise<MailTestServer> => {
  const server = await startMailTestServer({}, port);
  closers.push(server.stop);
  return server;
};
const openTransport = (port: number): MailTransport => {
  const transport = openSmtpTransport({ server: parseSmtpUrl(`smtp://127.0.0.1:${port}`), pause: 0 });
  closers.push(transport.close);
  return transport;
};
const readMail = async () => (await listMails(bench.database, { limit: 1 }))[0];
const mailReaches = async (state: string) =>
  await vi.waitFor(async () => expect(await readMail()).toMatchObject({ state }), { timeout: 15_000, interval: 20 });
const attemptsReach = async (attempts: number) =>
  await vi.waitFor(async () => expect((await readMail())?.attempts).toBeGreaterThanOrEqual(attempts), 15_000);

test('a mail goes out after the commit, and its content is erased', async () => {
  const server = await startServer();
  await bench.carryMails(openTransport(server.port));
  const { id } = await bench.queue({ to: { name: 'Ada', address: 'ada@example.com' } });
  await mailReaches('sent');
  expect(server.received).toMatchObject([{ to: ['ada@example.com'], messageId: `<${id}@portolan.example>` }]);
  const { rows } = await sql`SELECT attempts, sealed_content, last_error FROM mails`.execute(bench.database);
  expect(rows).toEqual([{ attempts: 1, sealedContent: null, lastError: null }]);
});

test.each(['recipient', 'content'] as const)('a %s refused for now arrives later, once', async (at) => {
  const server = await startServer();
  server.mischief.push({ at, code: 451, say: 'come back later' }, { at, code: 450, say: 'not yet' });
  await bench.carryMails(openTransport(server.port));
  await bench.queue();
  await mailReaches('sent');
  expect(server.received).toHaveLength(1);
  expect(await readMail()).toMatchObject({ attempts: 3, lastError: null });
});

test('a mail refused for good fails with the words of the server, and can be sent again when they are mended', async () => {
  const server = await startServer();
  server.mischief.push({ at: 'recipient', code: 550, say: 'no such user here' });
  await bench.carryMails(openTransport(server.port));
  const { id } = await bench.queue();
  await mailReaches('failed');
  expect(await readMail()).toMatchObject({ attempts: 1, lastError: expect.stringContaining('no such user here') });

  await inTransaction(bench.database, (transaction) => retryMail(transaction, id));
  await mailReaches('sent');
  expect(server.received).toHaveLength(1);
  const again = inTransaction(bench.database, (transaction) => retryMail(transaction, id));
  await expect(again).rejects.toMatchObject({ code: 'mail.not-found' });
});

test('while the mail server is down nobody waits, and each mail arrives once when it is back', async () => {
  const server = await startServer();
  await server.stop();
  await bench.carryMails(openTransport(server.port));
  const started = performance.now();
  await Promise.all(Array.from({ length: 20 }, (_, n) => bench.queue({ to: `user${n}@example.com` })));
  expect(performance.now() - started).toBeLessThan(3_000);
  await attemptsReach(3);
  expect(await readMail()).toMatchObject({ state: 'queued', lastError: expect.stringContaining('ECONNREFUSED') });

  const back = await startServer(server.port);
  await vi.waitFor(async () => {
    expect(await listMails(bench.database, { limit: 30, state: 'sent' })).toHaveLength(20);
  }, 20_000);
  expect(back.received.flatMap(({ to }) => to).toSorted()).toEqual(
    Array.from({ length: 20 }, (_, n) => `user${n}@example.com`).toSorted(),
  );
});

test('when the acknowledgement is lost, the second copy is known as the same mail', async () => {
  const server = await startServer();
  server.mischief.push({ at: 'acknowledgement' });
  await bench.carryMails(openTransport(server.port));
  await bench.queue();
  await mailReaches('sent');
  const [first, second, ...more] = server.received;
  expect(more).toEqual([]);
  expect(second?.messageId).toBe(first?.messageId);
  expect(second?.raw).toBe(first?.raw);
});

test('without a mail server mails become files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-mail-'));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  await bench.carryMails(await openMailTransport({ smtpUrl: undefined, outboxFolder: join(folder, 'outbox') }));
  const { id } = await bench.queue({ text: 'https://portolan.example/?token=1' });
  await mailReaches('sent');
  const [name = ''] = await readdir(join(folder, 'outbox'));
  expect(name).toMatch(new RegExp(`^\\d{8}T\\d{9}Z-${id}\\.eml$`));
  expect(await readFile(join(folder, 'outbox', name), 'utf8')).toContain('To: ada@example.com\r\n');
});

const failing = (failure: Error): MailTransport => ({
  send: async () => {
    throw failure;
  },
  check: async () => undefined,
  close: async () => undefined,
});

const runnerId = 'runner of the test';
const never = new AbortController().signal;
/** One look for mails by a node that lives. */
const carryOnce = async (transport: MailTransport, by = runnerId) => {
  await sql`INSERT INTO job_runners (id) VALUES (${by}) ON CONFLICT DO NOTHING`.execute(bench.database);
  await carryMails({ ...bench.deps(transport), retryDelay: () => 60_000 }, { runnerId: by, stopping: never });
};
const makeDue = async () => await sql`UPDATE mails SET retry_at = now()`.execute(bench.database);

test('a mail that could not be sent for four days is given up', async () => {
  const transport = failing(new MailFailure('temporary', 'not today'));
  await bench.queue();
  await sql`UPDATE mails SET created_at = now() - interval '95 hours'`.execute(bench.database);
  await carryOnce(transport);
  expect(await readMail()).toMatchObject({ state: 'queued', lastError: 'not today' });
  await sql`UPDATE mails SET created_at = now() - interval '97 hours'`.execute(bench.database);
  await makeDue();
  await carryOnce(transport);
  expect(await readMail()).toMatchObject({ state: 'failed', lastError: 'not today' });
});

test('a trouble of our own is told, and keeps neither the mail nor the others from being sent', async () => {
  const server = await startServer();
  const smtp = openTransport(server.port);
  await bench.queue({ to: 'unlucky@example.com' });
  await bench.queue({ to: 'lucky@example.com' });
  let hasFailed = false;
  const flaky: MailTransport = {
    ...smtp,
    send: async (mail, from) => {
      if (mail.recipient === 'unlucky@example.com' && !hasFailed) {
        hasFailed = true;
        throw new TypeError('a bug');
      }
      await smtp.send(mail, from);
    },
  };
  await expect(carryOnce(flaky)).rejects.toThrow('a bug');
  expect(server.received.flatMap(({ to }) => to)).toEqual(['lucky@example.com']);
  await makeDue();
  await carryOnce(flaky);
  expect(server.received.flatMap(({ to }) => to)).toEqual(['lucky@example.com', 'unlucky@example.com']);
});

test('many nodes send each of 200 mails once', async () => {
  const sent: string[] = [];
  const counting: MailTransport = { ...failing(new Error('never')), send: async ({ id }) => void sent.push(id) };
  await Promise.all(Array.from({ length: 200 }, (_, n) => bench.queue({ to: `user${n}@example.com` })));
  await Promise.all(['one', 'two', 'three', 'four'].map((node) => carryOnce(counting, node)));
  expect(sent).toHaveLength(200);
  expect(new Set(sent).size).toBe(200);
  const { rows } = await sql`SELECT DISTINCT state, attempts, taken_by FROM mails`.execute(bench.database);
  expect(rows).toEqual([{ state: 'sent', attempts: 1, takenBy: null }]);
});

test('a mail that a living node is sending is left to it, that of a dead one is sent at once', async () => {
  const server = await startServer();
  const smtp = openTransport(server.port);
  await bench.queue({ to: 'held@example.com' });
  const isSending = Promise.withResolvers<void>();
  const stuck = Promise.withResolvers<void>();
  const holding: MailTransport = {
    ...smtp,
    send: async () => {
      isSending.resolve();
      await stuck.promise;
    },
  };
  const first = carryOnce(holding, 'first');
  await isSending.promise;
  await carryOnce(smtp, 'second');
  expect(server.received).toEqual([]);

  // What others do when a runner is killed (take-over-dead-runners).
  await sql`DELETE FROM job_runners WHERE id = 'first'`.execute(bench.database);
  await carryOnce(smtp, 'second');
  expect(server.received).toMatchObject([{ to: ['held@example.com'] }]);
  stuck.resolve();
  await first;
  expect(await readMail()).toMatchObject({ state: 'sent', attempts: 2 });
});

test('a slow mail does not keep those that come later, and stopping waits for it', async () => {
  const stopping = new AbortController();
  const slow = Promise.withResolvers<void>();
  const sent: string[] = [];
  const transport: MailTransport = {
    ...failing(new Error('never')),
    send: async ({ recipient }) => {
      if (recipient === 'slow@example.com') await slow.promise;
      sent.push(recipient);
    },
  };
  await bench.queue({ to: 'slow@example.com' });
  await sql`INSERT INTO job_runners (id) VALUES (${runnerId}) ON CONFLICT DO NOTHING`.execute(bench.database);
  const carrying = carryMails(bench.deps(transport), { runnerId, stopping: stopping.signal });
  await bench.queue({ to: 'later@example.com' });
  await vi.waitFor(() => expect(sent).toEqual(['later@example.com']), 10_000);
  stopping.abort();
  slow.resolve();
  await carrying;
  expect(sent).toEqual(['later@example.com', 'slow@example.com']);
});

const queueBulk = async (number: number) => {
  const mails = Array.from({ length: number }, (_, n) => ({
    to: `reader${n}@example.com`,
    subject: 'News',
    layout: { title: 'News', paragraphs: ['Hello'], footer: 'Bye' },
    bulk: true,
  }));
  await inTransaction(bench.database, (transaction) => queueMails(bench, transaction, mails));
};

test('a code does not stand in line behind ten thousand notifications', { timeout: 60_000 }, async () => {
  const server = await startServer();
  await queueBulk(10_000);
  await bench.carryMails(openTransport(server.port));
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(100), 20_000);
  const before = server.received.length;
  await bench.queue({ to: 'last@example.com', bulk: true });
  await bench.queue({ to: 'code@example.com' });
  const placeOf = (address: string) => server.received.findIndex(({ to }) => to.includes(address));
  await vi.waitFor(() => expect(placeOf('code@example.com')).toBeGreaterThan(0), { timeout: 20_000, interval: 5 });
  // Only what was taken already goes before it: batches are what is sent in a moment.
  expect(placeOf('code@example.com') - before).toBeLessThan(500);
  expect(placeOf('last@example.com')).toBe(-1);
  expect(server.received.length).toBeLessThan(9_000);
});

test('slow bulk mails never take all connections: a code goes out beside them', async () => {
  const sent: string[] = [];
  const stuck = Promise.withResolvers<void>();
  const transport: MailTransport = {
    ...failing(new Error('never')),
    send: async ({ recipient }) => {
      if (recipient !== 'code@example.com') await stuck.promise;
      sent.push(recipient);
    },
  };
  await queueBulk(50);
  await bench.carryMails(transport);
  await vi.waitFor(async () => {
    const { rows } = await sql`SELECT FROM mails WHERE taken_by IS NOT NULL`.execute(bench.database);
    expect(rows.length).toBeGreaterThanOrEqual(3);
  }, 10_000);
  await bench.queue({ to: 'code@example.com' });
  await vi.waitFor(() => expect(sent).toEqual(['code@example.com']), 10_000);
  stuck.resolve();
  await vi.waitFor(() => expect(sent).toHaveLength(51), 10_000);
});

test('a node that stops gives back what it has taken and not begun', async () => {
  const stopping = new AbortController();
  const stuck = Promise.withResolvers<void>();
  const begun: string[] = [];
  const transport: MailTransport = {
    ...failing(new Error('never')),
    send: async ({ recipient }) => {
      begun.push(recipient);
      await stuck.promise;
    },
  };
  await queueBulk(10);
  await sql`INSERT INTO job_runners (id) VALUES (${runnerId}) ON CONFLICT DO NOTHING`.execute(bench.database);
  const carrying = carryMails(bench.deps(transport), { runnerId, stopping: stopping.signal });
  await vi.waitFor(() => expect(begun.length).toBeGreaterThan(0), 10_000);
  stopping.abort();
  stuck.resolve();
  await carrying;
  const { rows } = await sql<{ state: string; attempts: number; takenBy: string | null; isDue: boolean }>`
    SELECT state, attempts, taken_by, retry_at <= now() AS is_due FROM mails ORDER BY attempts`.execute(bench.database);
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(begun.length);
  const left = rows.filter(({ state }) => state === 'queued');
  expect(left).toHaveLength(10 - begun.length);
  for (const mail of left) expect(mail).toMatchObject({ attempts: 0, takenBy: null, isDue: true });
});

test('finished mails are forgotten after 30 days, waiting ones never', async () => {
  for (const to of ['old@example.com', 'new@example.com', 'waiting@example.com']) await bench.queue({ to });
  await sql`UPDATE mails SET created_at = now() - interval '40 days'`.execute(bench.database);
  await sql`
    UPDATE mails SET state = 'sent', sealed_content = NULL, finished_at = now() - CASE recipient
      WHEN 'old@example.com' THEN interval '31 days' ELSE interval '29 days' END
    WHERE recipient <> 'waiting@example.com'`.execute(bench.database);
  expect(await pruneMails(bench.database, new AbortController().signal)).toBe(1);
  const left = await listMails(bench.database, { limit: 5 });
  expect(left.map(({ recipient }) => recipient).toSorted()).toEqual(['new@example.com', 'waiting@example.com']);
});
