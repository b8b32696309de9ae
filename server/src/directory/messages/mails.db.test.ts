import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createMailWork, openMailTransport } from '../../platform/mail/index.ts';
import { type BenchUser, useDirectoryBench } from '../test/directory-bench.ts';
import { deliverMessage } from './deliver-message.ts';
import { issueUnsubscribeToken } from './unsubscribe-token.ts';

const bench = useDirectoryBench();
const never = new AbortController().signal;

const makeSender = async () => {
  const { makeApplication, makeService, link } = bench();
  const application = await makeApplication();
  const serviceId = await makeService({ fields: { serviceUrl: 'https://weather.example.com' } });
  await link(application, serviceId);
  const caller = application;
  return {
    serviceId,
    mail: async (message: Record<string, unknown> = {}) =>
      await bench().ask(caller, 'POST', `/this/services/${serviceId}/notification`, {
        body: { message: { type: 3, name: 'Storm', content: '<p>Stay home.</p>', ...message }, HighPriority: false },
      }),
  };
};

const makeSubscriber = async (serviceId: string): Promise<BenchUser> => {
  const user = await bench().makeUser();
  await bench().subscribe(user, serviceId);
  return user;
};

/** What the job would do, at once. */
const deliverAll = async (serviceId: string) => {
  const { database, deps } = bench();
  const rows = await database.selectFrom('messages').select('id').where('serviceId', '=', serviceId).execute();
  for (const { id } of rows) await deliverMessage({ ...deps, database: deps.longWork }, id, never);
};

const mailsTo = async (user: BenchUser) =>
  await bench()
    .database.selectFrom('mails')
    .select(['id', 'subject', 'sealedContent', 'dedupeKey'])
    .where('recipient', '=', user.email)
    .execute();

const contentOf = ({ id, sealedContent }: { id: string; sealedContent: string | null }) =>
  JSON.parse(
    bench().deps.secretBox.openText(sealedContent ?? '', { table: 'mails', row: id, field: 'sealed_content' }),
  ) as { text: string; html: string; headers: Record<string, string> };

const linkIn = (text: string): string => /http:\/\/localhost:4000(\/unsubscribe\/\S+)/.exec(text)?.[1] ?? '';

describe('notifications by e-mail (contract B14)', () => {
  test('each reader gets one mail, in text and HTML, with a way out', async () => {
    const sender = await makeSender();
    const [first, second] = [await makeSubscriber(sender.serviceId), await makeSubscriber(sender.serviceId)];
    expect((await sender.mail({ id: 'storm-1' })).statusCode).toBe(204);
    await deliverAll(sender.serviceId);
    expect((await sender.mail({ id: 'storm-1' })).statusCode).toBe(204);
    await deliverAll(sender.serviceId);
    for (const user of [first, second]) {
      const mails = await mailsTo(user);
      expect(mails).toHaveLength(1);
      const [mail] = mails;
      if (mail === undefined) throw new Error('there is no mail');
      const { text, html, headers } = contentOf(mail);
      expect(mail.subject).toBe('Storm');
      expect(text).toContain('Stay home.');
      expect(html).toContain('<p>Stay home.</p>');
      expect(html).toContain('https://weather.example.com');
      expect(headers['List-Unsubscribe']).toBe(`<http://localhost:4000${linkIn(text)}>`);
    }
    // Not in the notification center.
    expect((await bench().ask(first, 'GET', '/my/messages/count')).json()).toBe(0);
  });

  test('they leave through the outbox', async () => {
    const { deps, database } = bench();
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    await sender.mail();
    await deliverAll(sender.serviceId);
    const sent: string[] = [];
    const folder = await openMailTransport({ smtpUrl: undefined, outboxFolder: '/nonexistent' });
    const work = createMailWork({
      database,
      secretBox: deps.secretBox,
      transport: { ...folder, send: async ({ recipient }) => void sent.push(recipient) },
      from: { address: 'portolan@example.com' },
    });
    const carry = work.recurring.find(({ name }) => name === 'mail.carry');
    const context = { signal: never, stopping: never, runnerId: 'runner of the test' };
    await carry?.run(context);
    await carry?.run(context);
    expect(sent.filter((recipient) => recipient === user.email)).toHaveLength(1);
  });

  test('an address that no mail can go to does not hold up the others', async () => {
    const sender = await makeSender();
    const [odd, fine] = [await makeSubscriber(sender.serviceId), await makeSubscriber(sender.serviceId)];
    await sql`UPDATE users SET email = '"odd"@example.com' WHERE id = ${odd.id}`.execute(bench().database);
    await sql`UPDATE users SET display_name = repeat('x', 320) WHERE id = ${fine.id}`.execute(bench().database);
    await sender.mail();
    await deliverAll(sender.serviceId);
    expect(await mailsTo(fine)).toHaveLength(1);
  });
});

describe('the link of a mail', () => {
  const linkOf = async () => {
    const sender = await makeSender();
    const user = await makeSubscriber(sender.serviceId);
    await sender.mail();
    await deliverAll(sender.serviceId);
    const [mail] = await mailsTo(user);
    return { sender, user, path: mail === undefined ? '' : linkIn(contentOf(mail).text) };
  };

  test('asks first, and ends the mails of the channel without a sign-in', async () => {
    const { app, auditOf } = bench();
    const { sender, user, path } = await linkOf();
    const page = await app.inject({ url: path });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<form method="post">');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const german = await app.inject({ url: path, headers: { 'accept-language': 'de-CH' } });
    expect(german.body).toContain('<html lang="de">');
    expect(german.body).toContain('Abbestellen');
    await sender.mail();
    await deliverAll(sender.serviceId);
    expect(await mailsTo(user)).toHaveLength(2);
    const done = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([done.statusCode, done.body.includes('You are unsubscribed')]).toEqual([200, true]);
    expect(await auditOf(user.id)).toContain('channel.unsubscribed');
    await sender.mail();
    await deliverAll(sender.serviceId);
    expect(await mailsTo(user)).toHaveLength(2);
    expect((await app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
  });

  test.each(['GET', 'POST'] as const)(
    '%s of a link that was changed, cut off or made up shows a page',
    async (method) => {
      const { app, deps } = bench();
      const { path } = await linkOf();
      const unknown = issueUnsubscribeToken(deps.secretBox, {
        userId: '0f0e0d0c-0b0a-4908-8706-050403020100',
        channelId: '0f0e0d0c-0b0a-4908-8706-050403020100',
      });
      for (const url of [path.slice(0, -5), `${path.slice(0, -3)}AAA`, '/unsubscribe/x', `/unsubscribe/${unknown}`]) {
        const response = await app.inject({ method, url });
        expect([response.statusCode, response.body.includes('This link does not work')]).toEqual([404, true]);
      }
    },
  );

  test('nothing of the service gets into the page as HTML', async () => {
    const { app, database } = bench();
    const { sender, path } = await linkOf();
    await sql`UPDATE message_channels SET name = '<script>alert(1)</script>' WHERE service_id = ${sender.serviceId}`.execute(
      database,
    );
    expect((await app.inject({ url: path })).body).not.toContain('<script>');
  });
});
