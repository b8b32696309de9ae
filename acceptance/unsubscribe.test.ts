import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { call } from './support/administrator.ts';
import { deployApplication, prepareProject } from './support/deployed-application.ts';

const url = inject('portolanUrl');
const outbox = join(inject('portolanData'), 'outbox');

const findMails = async (word: string): Promise<readonly string[]> => {
  const names = await readdir(outbox).catch(() => []);
  const mails = await Promise.all(names.map(async (name) => await readFile(join(outbox, name), 'utf8')));
  // Long header lines are folded.
  return mails.map((mail) => mail.replaceAll(/\r\n[ \t]+/g, ' ')).filter((mail) => mail.includes(word));
};

test('the link of a mail stops further mails of its channel, by a page or with one click', async () => {
  const name = `Unsubscribe${Date.now()}`;
  const { project } = await prepareProject(url, name);
  const app = await deployApplication(url, project, name);
  const ask = async (method: string, path: string, body?: unknown) =>
    await call(url, method, `/services/v3${path}`, { headers: app.headers, ...(body === undefined ? {} : { body }) });
  const me = (await ask('GET', '/my/profile')).body.id;
  await ask('PUT', `/this/services/${app.serviceId}/subscribers/${me}`, {});
  const notify = async (title: string) =>
    await ask('POST', `/this/services/${app.serviceId}/notification`, {
      message: { name: title, content: 'An order came in.', type: 3 },
      recipients: [me],
      HighPriority: false,
    });

  expect((await notify(`${name}First`)).status).toBe(204);
  await expect.poll(async () => (await findMails(`${name}First`)).length, { timeout: 15_000 }).toBe(1);
  const [mail = ''] = await findMails(`${name}First`);
  const link = /^List-Unsubscribe: <(?<link>[^>]+)>/im.exec(mail)?.groups?.link ?? '';
  expect(link).toMatch(new RegExp(`^${url}/`));

  const asked = await call(link, 'GET', '');
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('<form');
  // Looking at the page changes nothing: mail scanners open every link.
  expect((await notify(`${name}Second`)).status).toBe(204);
  await expect.poll(async () => (await findMails(`${name}Second`)).length, { timeout: 15_000 }).toBe(1);

  const done = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(done.status).toBe(200);
  expect((await notify(`${name}Third`)).status).toBe(204);
  expect((await call(`${link.slice(0, -10)}AAAAAAAAAA`, 'GET', '')).status).toBe(404);
  await ask('POST', '/this/user', {
    firstName: 'Last',
    lastName: 'Mail',
    email: `${name}last@example.com`.toLowerCase(),
    options: { sendMail: true, createSubscription: true, serviceId: app.serviceId },
  });
  // Mails leave in order: when this one is there, the third would be too.
  await expect.poll(async () => (await findMails(`${name}last`.toLowerCase())).length, { timeout: 15_000 }).toBe(1);
  expect(await findMails(`${name}Third`)).toEqual([]);
});
