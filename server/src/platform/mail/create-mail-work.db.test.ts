import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { readJobCounts } from '../jobs/index.ts';
import { deliverMail } from './deliver-mail.ts';
import { MailFailure } from './mail-failure.ts';
import { listMails } from './mail-store.ts';
import { type MailTestBench, openMailTestBench } from './mail-test-bench.ts';
import { type MailTestServer, startMailTestServer } from './mail-test-server.ts';
import type { MailTransport } from './mail-transport.ts';
import { openMailTransport } from './open-mail-transport.ts';
import { parseSmtpUrl } from './parse-smtp-url.ts';
import { pruneMails } from './prune-mails.ts';
import { retryMail } from './retry-mail.ts';
import { openSmtpTransport } from './smtp-transport.ts';
import { sweepMails } from './sweep-mails.ts';

let bench: MailTestBench;
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  bench = await openMailTestBench();
});
afterEach(async () => {
  await bench.stopRunners();
  for (const close of closers.splice(0).toReversed()) await close();
  await sql`DELETE FROM mails`.execute(bench.database);
  await sql`DELETE FROM graphile_worker._private_jobs`.execute(bench.database);
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
  expect(await readJobCounts(bench.database)).toMatchObject({ queued: 0, scheduled: 0, failed: 0 });

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
  await bench.carryMails(openMailTransport({ smtpUrl: undefined, outboxFolder: join(folder, 'outbox') }));
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

test('a mail that could not be sent for four days is given up', async () => {
  const deps = bench.deps(failing(new MailFailure('temporary', 'not today')));
  const { id } = await bench.queue();
  await sql`UPDATE mails SET created_at = now() - interval '95 hours'`.execute(bench.database);
  await deliverMail(deps, id);
  expect(await readMail()).toMatchObject({ state: 'queued', lastError: 'not today' });
  await sql`UPDATE mails SET created_at = now() - interval '97 hours'`.execute(bench.database);
  await deliverMail(deps, id);
  expect(await readMail()).toMatchObject({ state: 'failed', lastError: 'not today' });
});

test('a trouble of our own is left to the job, and the mail stays', async () => {
  const { id } = await bench.queue();
  await expect(deliverMail(bench.deps(failing(new TypeError('a bug'))), id)).rejects.toThrow('a bug');
  expect(await readMail()).toMatchObject({ state: 'queued' });
});

test('a mail that was sent is not sent again by a job that comes late', async () => {
  const server = await startServer();
  const deps = bench.deps(openTransport(server.port));
  const { id } = await bench.queue();
  await deliverMail(deps, id);
  await deliverMail(deps, id);
  await deliverMail(deps, '00000000-0000-4000-8000-000000000000');
  expect(server.received).toHaveLength(1);
});

test('the sweep gives a job to mails that are due and have none', async () => {
  await bench.queue({ to: 'has-job@example.com' });
  await bench.queue({ to: 'lost-job@example.com' });
  await bench.queue({ to: 'not-due@example.com' });
  await sql`
    DELETE FROM graphile_worker._private_jobs
    WHERE key IN (SELECT 'mail:' || id FROM mails WHERE recipient <> 'has-job@example.com')`.execute(bench.database);
  await sql`UPDATE mails SET retry_at = now() WHERE recipient <> 'not-due@example.com'`.execute(bench.database);
  expect(await sweepMails(bench.database)).toBe(1);
  expect(await readJobCounts(bench.database)).toMatchObject({ queued: 2 });
  expect(await sweepMails(bench.database)).toBe(0);
  const { rows } = await sql<{ recipient: string; isSoon: boolean }>`
    SELECT recipient, retry_at < now() + interval '1 minute' AS is_soon FROM mails`.execute(bench.database);
  expect(rows.filter(({ isSoon }) => isSoon)).toEqual([{ recipient: 'has-job@example.com', isSoon: true }]);
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
