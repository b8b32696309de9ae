import { createServer, type Server, type Socket } from 'node:net';
import tls from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { checkMail } from './check-mail.ts';
import type { OutgoingMail } from './mail.ts';
import { type MailTestServer, startMailTestServer } from './mail-test-server.ts';
import type { MailTransport } from './mail-transport.ts';
import { parseSmtpUrl } from './parse-smtp-url.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';
import { openSmtpTransport, type SmtpOptions } from './smtp-transport.ts';

const from = { name: 'Portolan', address: 'portolan@portolan.example' };
const mail: OutgoingMail = {
  id: '00000000-0000-4000-8000-000000000001',
  recipient: 'ada@example.com',
  subject: 'Grüße',
  createdAt: new Date('2026-11-15T02:03:04.567Z'),
  content: { name: 'Ada Łovelace', text: 'Hello\n', html: '<p>Hello</p>', headers: { 'X-Reason': 'test' } },
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const startServer = async (options?: SMTPServerOptions, port?: number): Promise<MailTestServer> => {
  const server = await startMailTestServer(options, port);
  closers.push(server.stop);
  return server;
};
const open = (url: string, options: Partial<SmtpOptions> = {}): MailTransport => {
  const transport = openSmtpTransport({ server: parseSmtpUrl(url), pause: 0, ...options });
  closers.push(transport.close);
  return transport;
};
/** A server that speaks no SMTP: it does what `serve` does with each connection. */
const startStranger = async (serve: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

test('a mail arrives whole, with a Message-ID of its own', async () => {
  const server = await startServer();
  await open(`smtp://127.0.0.1:${server.port}`).send(mail, from);
  const [received] = server.received;
  expect(received).toMatchObject({
    from: 'portolan@portolan.example',
    to: ['ada@example.com'],
    messageId: '<00000000-0000-4000-8000-000000000001@portolan.example>',
  });
  expect(received?.raw).toContain('From: Portolan <portolan@portolan.example>');
  expect(received?.raw).toContain('To: =?UTF-8?Q?Ada_=C5=81ovelace?= <ada@example.com>');
  expect(received?.raw).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=');
  expect(received?.raw).toContain('Date: Sun, 15 Nov 2026 02:03:04 +0000');
  expect(received?.raw).toContain('Auto-Submitted: auto-generated');
  expect(received?.raw).toContain('X-Reason: test');
  expect(received?.raw).toMatch(/text\/plain.*Hello.*text\/html.*<p>Hello<\/p>/s);
});

test('sent twice it is the same to the last byte', async () => {
  const server = await startServer();
  const transport = open(`smtp://127.0.0.1:${server.port}`);
  await transport.send(mail, from);
  await transport.send(mail, from);
  expect(server.received[1]?.raw).toBe(server.received[0]?.raw);
  expect(server.connections()).toBe(1);
});

test.each([
  ['a recipient that is busy', { at: 'recipient', code: 450, say: 'try later' }, 'temporary'],
  ['a recipient that does not exist', { at: 'recipient', code: 550, say: 'no such user' }, 'permanent'],
  ['content that is refused', { at: 'content', code: 554, say: 'no spam please' }, 'permanent'],
  ['a full disk over there', { at: 'content', code: 452, say: 'no room' }, 'temporary'],
  ['a lost acknowledgement', { at: 'acknowledgement' }, 'unreachable'],
] as const)('%s', async (_name, mischief, kind) => {
  const server = await startServer();
  server.mischief.push(mischief);
  const transport = open(`smtp://127.0.0.1:${server.port}`);
  await expect(transport.send(mail, from)).rejects.toMatchObject({ name: 'MailFailure', kind });
  await transport.send(mail, from);
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1);
  expect(server.received).toHaveLength(mischief.at === 'acknowledgement' ? 2 : 1);
});

test('a connection that the server closed while it was idle costs no mail', async () => {
  const first = await startServer();
  const transport = open(`smtp://127.0.0.1:${first.port}`);
  await transport.send(mail, from);
  await first.stop();
  const second = await startServer({}, first.port);
  await transport.send(mail, from);
  expect(second.received).toHaveLength(1);
});

test('after a failed connection nobody tries for a while', async () => {
  let connections = 0;
  const port = await startStranger((socket) => {
    connections += 1;
    socket.destroy();
  });
  const transport = open(`smtp://127.0.0.1:${port}`, { pause: 60_000 });
  await expect(transport.send(mail, from)).rejects.toMatchObject({ kind: 'unreachable' });
  const tried = connections;
  expect(tried).toBeGreaterThan(0);
  await expect(transport.send(mail, from)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(connections).toBe(tried);
});

test('a server that says nothing is left after the time for the greeting', async () => {
  const port = await startStranger(() => undefined);
  const transport = open(`smtp://127.0.0.1:${port}`, { connectWithin: 200, answerWithin: 200 });
  await expect(transport.send(mail, from)).rejects.toMatchObject({ kind: 'unreachable' });
});

test('a server that trickles for ever is left after the time for a whole mail', async () => {
  const port = await startStranger((socket) => {
    socket.write('220');
    const timer = setInterval(() => socket.write('-still here\r\n220'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const transport = open(`smtp://127.0.0.1:${port}`, { connectWithin: 60_000, answerWithin: 60_000, sendWithin: 300 });
  await expect(transport.send(mail, from)).rejects.toMatchObject({ kind: 'unreachable', message: /took too long/ });
  expect(await checkMail(transport, 200)).toEqual({ ok: false, problem: expect.any(String) });
});

test('where TLS is required, a server without it gets nothing', async () => {
  const server = await startServer();
  const transport = open(`smtp://127.0.0.1:${server.port}?tls=required`);
  await expect(transport.send(mail, from)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(server.received).toEqual([]);
});

test('a certificate that nobody vouches for is refused', async () => {
  const server = await startServer({ hideSTARTTLS: false, ...createSelfSignedCertificate('localhost') });
  const transport = open(`smtp://localhost:${server.port}?tls=required`);
  await expect(transport.send(mail, from)).rejects.toMatchObject({ kind: 'unreachable' });
  expect(server.received).toEqual([]);
});

const password = 'pass:/word';
const login: SMTPServerOptions = {
  authOptional: false,
  onAuth: (auth, _session, done) =>
    auth.password === password ? done(null, { user: auth.username ?? '' }) : done(new Error('no')),
};

test.each(['smtp', 'smtps'])('%s with TLS and a password', async (scheme) => {
  const pair = createSelfSignedCertificate('localhost');
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, pair.cert]);
  try {
    const server = await startServer({ ...login, ...pair, hideSTARTTLS: false, secure: scheme === 'smtps' });
    const transport = open(`${scheme}://me:${encodeURIComponent(password)}@localhost:${server.port}?tls=required`);
    await transport.send(mail, from);
    expect(server.received).toMatchObject([{ user: 'me', secure: true }]);
    expect(await checkMail(transport)).toEqual({ ok: true });
  } finally {
    tls.setDefaultCACertificates(trusted);
  }
});

test('a wrong password loses no mail, and the health probe finds it without telling it', async () => {
  const server = await startServer({ ...login, allowInsecureAuth: true });
  const transport = open(`smtp://me:wrong-password@localhost:${server.port}`);
  await expect(transport.send(mail, from)).rejects.toMatchObject({ kind: 'unreachable' });
  const health = await checkMail(transport);
  expect(health).toMatchObject({ ok: false });
  expect(JSON.stringify(health)).not.toContain('wrong-password');
});

test('a password is insisted on, even where the server asks for none', async () => {
  const server = await startServer({ disabledCommands: ['AUTH'] });
  await expect(open(`smtp://me:secret@localhost:${server.port}`).send(mail, from)).rejects.toMatchObject({
    kind: 'unreachable',
  });
  expect(server.received).toEqual([]);
});

test('the health probe sends nothing', async () => {
  const server = await startServer();
  const transport = open(`smtp://127.0.0.1:${server.port}`);
  expect(await checkMail(transport)).toEqual({ ok: true });
  expect(server.received).toEqual([]);
  await server.stop();
  expect(await checkMail(transport)).toEqual({ ok: false, problem: expect.stringContaining('ECONNREFUSED') });
});
