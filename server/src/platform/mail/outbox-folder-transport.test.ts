import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkMail } from './check-mail.ts';
import type { OutgoingMail } from './mail.ts';
import { openOutboxFolderTransport } from './outbox-folder-transport.ts';

const from = { address: 'portolan@localhost' };
const createMail = (number: number, createdAt: string): OutgoingMail => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  recipient: 'ada@example.com',
  subject: `Mail ${number}`,
  createdAt: new Date(createdAt),
  content: { text: 'Ünïcode\n', html: '<p>Hello</p>', headers: {} },
});

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'portolan-outbox-'));
  folder = join(parent, 'data', 'outbox');
});
afterEach(async () => await rm(parent, { recursive: true, force: true }));

test('mails become files that sort by time, whole and for their owner alone', async () => {
  const transport = openOutboxFolderTransport(folder);
  await transport.send(createMail(1, '2026-11-15T10:00:00.001Z'), from);
  await transport.send(createMail(2, '2026-11-15T09:59:59.999Z'), from);
  const names = (await readdir(folder)).toSorted();
  expect(names).toEqual([
    '20261115T095959999Z-00000000-0000-4000-8000-000000000002.eml',
    '20261115T100000001Z-00000000-0000-4000-8000-000000000001.eml',
  ]);
  const file = join(folder, names[1] ?? '');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const text = await readFile(file, 'utf8');
  expect(text).toContain('Message-ID: <00000000-0000-4000-8000-000000000001@localhost>\r\n');
  expect(text).toContain('Subject: Mail 1\r\n');
  expect(text).toContain('\r\n\r\n');
  expect(text).not.toMatch(/[^\r]\n/);
});

test('a mail that is sent again replaces its file', async () => {
  const transport = openOutboxFolderTransport(folder);
  const mail = createMail(1, '2026-11-15T10:00:00.000Z');
  await transport.send(mail, from);
  await transport.send(mail, from);
  expect(await readdir(folder)).toHaveLength(1);
});

test('a folder that cannot be used is a passing trouble, told without its place', async () => {
  await writeFile(join(parent, 'data'), 'a file where the folder should be');
  const transport = openOutboxFolderTransport(folder);
  const sent = transport.send(createMail(1, '2026-11-15T10:00:00.000Z'), from);
  await expect(sent).rejects.toMatchObject({ name: 'MailFailure', kind: 'temporary' });
  const health = await checkMail(transport);
  expect(health).toEqual({ ok: false, problem: expect.stringContaining('ENOTDIR') });
  expect(JSON.stringify(health)).not.toContain(parent);
});

test('the health probe makes the folder and leaves nothing in it', async () => {
  expect(await checkMail(openOutboxFolderTransport(folder))).toEqual({ ok: true });
  expect(await readdir(folder)).toEqual([]);
});
