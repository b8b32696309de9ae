import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { mostUnwritten } from './mail-lanes.ts';
import { type MailTestBench, openMailTestBench } from './mail-test-bench.ts';
import { type MailTestServer, type ReceivedMail, startMailTestServer } from './mail-test-server.ts';
import { parseSmtpUrl } from './parse-smtp-url.ts';
import { queueMails } from './queue-mail.ts';
import { openSmtpTransport } from './smtp-transport.ts';

let bench: MailTestBench;
const nodes = new Set<ChildProcess>();
const closers: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  bench = await openMailTestBench();
});
afterEach(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  nodes.clear();
  await bench.stopRunners();
  for (const close of closers.splice(0).toReversed()) await close();
  await sql`DELETE FROM mails`.execute(bench.database);
});
afterAll(async () => await bench.close());

const startServer = async (): Promise<MailTestServer> => {
  const server = await startMailTestServer();
  closers.push(server.stop);
  return server;
};

const startNode = (port: number): ChildProcess => {
  const file = fileURLToPath(new URL('./killed-mail-carrier.ts', import.meta.url));
  const given = { connection: bench.connection, key: bench.key.toString('hex'), port };
  const node = spawn(process.execPath, [file, JSON.stringify(given)], { stdio: ['ignore', 'ignore', 'inherit'] });
  nodes.add(node);
  return node;
};

const kill = async (node: ChildProcess) => {
  const gone = new Promise((resolve) => node.once('exit', resolve));
  node.kill('SIGKILL');
  await gone;
};

/** A node that lives, and takes over. */
const startAnother = async (port: number) => {
  const transport = openSmtpTransport({ server: parseSmtpUrl(`smtp://127.0.0.1:${port}`), pause: 0 });
  closers.push(transport.close);
  await bench.carryMails(transport);
};

const allSent = async (number: number) =>
  await vi.waitFor(
    async () => {
      const { rows } = await sql`SELECT FROM mails WHERE state = 'sent'`.execute(bench.database);
      expect(rows).toHaveLength(number);
    },
    { timeout: 40_000, interval: 50 },
  );

const expectSameMail = (copies: readonly ReceivedMail[]) => {
  for (const copy of copies) expect(copy).toMatchObject({ messageId: copies[0]?.messageId, raw: copies[0]?.raw });
};

test('a mail whose sender is killed before the server has answered goes out again, as the same mail', {
  timeout: 60_000,
}, async () => {
  const held = Promise.withResolvers<void>();
  const first = await startMailTestServer({
    // Takes the mail and says nothing.
    onData: (stream, _session, _done) => void stream.resume().on('end', () => held.resolve()),
  });
  closers.push(first.stop);
  const { id } = await bench.queue();
  const node = startNode(first.port);
  await held.promise;
  await kill(node);
  const { rows } = await sql`SELECT state, taken_by IS NOT NULL AS taken FROM mails`.execute(bench.database);
  expect(rows).toEqual([{ state: 'queued', taken: true }]);
  const second = await startServer();
  await startAnother(second.port);
  await allSent(1);
  expect(second.received).toMatchObject([{ messageId: `<${id}@portolan.example>` }]);
});

test('of 300 mails none is lost when their sender is killed, and few come twice, as the same mail', {
  timeout: 60_000,
}, async () => {
  const server = await startServer();
  const mails = Array.from({ length: 300 }, (_, n) => ({
    to: `reader${n}@example.com`,
    subject: 'News',
    layout: { title: 'News', paragraphs: ['Hello'], footer: 'Bye' },
    bulk: true,
  }));
  await inTransaction(bench.database, (transaction) => queueMails(bench, transaction, mails));
  const node = startNode(server.port);
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThan(40), { timeout: 25_000, interval: 1 });
  await kill(node);
  expect(server.received.length).toBeLessThan(300);
  await startAnother(server.port);
  await allSent(300);
  const byReader = Map.groupBy(server.received, ({ to }) => to[0]);
  expect(byReader.size).toBe(300);
  // What is sent and not written down at any moment.
  expect(server.received.length - 300).toBeLessThanOrEqual(mostUnwritten);
  for (const copies of byReader.values()) expectSameMail(copies);
});
