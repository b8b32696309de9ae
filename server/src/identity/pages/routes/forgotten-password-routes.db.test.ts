import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { usePagesBench } from '../test/open-pages-bench.ts';
import { alertOf, headingOf } from '../test/test-browser.ts';

const bench = usePagesBench();
const newPassword = 'quite another sentence of mine';

const askFor = async (email: string) => await bench().browser().post('/identity/forgotten', { email });

const linkIn = async (email: string): Promise<URL> => {
  await expect.poll(async () => (await bench().mailsTo(email)).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const [mail] = await bench().mailsTo(email);
  return new URL(/http:\S+\/identity\/reset\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link');
};

const reset = async (token: string, form: Readonly<Record<string, string>> = {}) =>
  await bench()
    .browser()
    .post('/identity/reset', { token, password: newPassword, passwordRepeat: newPassword, ...form });

const canSignIn = async (email: string, password: string): Promise<boolean> => {
  const { send } = await bench().startSignIn(await bench().makeApplication());
  return (await send({ email, password })).url.searchParams.has('code');
};

test('the link of the mail sets a new password and signs out everywhere', async () => {
  const user = await bench().makeUser();
  const { browser, send } = await bench().startSignIn(await bench().makeApplication());
  await send({ email: user.email, password: goodPassword });
  expect(headingOf(await askFor(user.email.toUpperCase()))).toBe('Look into your mail');
  const link = await linkIn(user.email);
  const page = await bench()
    .browser()
    .get(link.pathname + link.search);
  expect(headingOf(page)).toBe('Choose a new password');
  const token = /name="token" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  expect(alertOf(await reset(token, { passwordRepeat: 'other' }))).toBe(
    'The two spellings of the new password differ.',
  );
  expect((await reset(token, { password: 'password1234', passwordRepeat: 'password1234' })).status).toBe(400);
  expect(headingOf(await reset(token))).toBe('Your password is changed');
  expect(await canSignIn(user.email, goodPassword)).toBe(false);
  expect(await canSignIn(user.email, newPassword)).toBe(true);
  const { page: old } = await bench().startSignIn(await bench().makeApplication(), {}, browser);
  expect(headingOf(old)).toBe('Sign in');
});

test('a link works once, also twice at once, and looking at it does not use it up', async () => {
  const user = await bench().makeUser();
  await askFor(user.email);
  const link = await linkIn(user.email);
  for (let count = 0; count < 3; count += 1) {
    const page = await bench()
      .browser()
      .get(link.pathname + link.search);
    expect(headingOf(page)).toBe('Choose a new password');
    expect(page.body).not.toContain(user.email);
  }
  const token = link.searchParams.get('token') ?? '';
  const pages = await Promise.all([reset(token), reset(token), reset(token)]);
  expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
  const look = await bench()
    .browser()
    .get(link.pathname + link.search);
  expect([look.status, headingOf(look)]).toEqual([401, 'This link does not work any more']);
  const again = await reset(token);
  expect(again.status).toBe(401);
  expect(headingOf(again)).toBe('This link does not work any more');
});

test('known and unknown addresses see the same, and only one of them gets a mail', async () => {
  const user = await bench().makeUser();
  const unknown = `${randomUUID()}@example.com`;
  const [known, other] = [await askFor(user.email), await askFor(unknown)];
  expect(known.body.replaceAll(user.email, 'EMAIL')).toBe(other.body.replaceAll(unknown, 'EMAIL'));
  expect(known.status).toBe(other.status);
  await linkIn(user.email);
  const waiting = sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'identity.mail-password-reset'`;
  await expect.poll(async () => (await waiting.execute(bench().database)).rows.length, { timeout: 10_000 }).toBe(0);
  expect(await bench().mailsTo(unknown)).toEqual([]);
});

test('an e-mail with several accounts gets a link for each, which say whose they are', async () => {
  const email = `${randomUUID()}@example.com`;
  await bench().makeUser(email);
  await bench().makeUser(email, await bench().makeTenant('Harbour Office'));
  await askFor(email);
  await expect.poll(async () => (await bench().mailsTo(email)).length, { timeout: 10_000 }).toBe(2);
  expect((await bench().mailsTo(email)).map(({ text }) => text).join()).toContain('your account of Harbour Office');
});

test('asking too often for one address is refused, whoever it is', async () => {
  for (const email of [(await bench().makeUser()).email, `${randomUUID()}@example.com`]) {
    for (let count = 0; count < 11; count += 1) await askFor(email);
    const page = await askFor(email);
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // It does not keep the owner from signing in.
  await sql`DELETE FROM sign_in_throttles WHERE kind = 'address'`.execute(bench().database);
});

test('an empty form, a made-up token, a way back that is none', async () => {
  expect(alertOf(await askFor(' '))).toBe('Enter your e-mail address.');
  expect(headingOf(await reset('nonsense'))).toBe('This link does not work any more');
  expect(headingOf(await bench().browser().get('/identity/reset?token=nonsense'))).toBe(
    'This link does not work any more',
  );
  const page = await bench().browser().get('/identity/forgotten?signIn=https%3A%2F%2Fevil.example.net');
  expect(page.body).not.toContain('href="https://evil');
  expect(page.body).not.toContain('Back to the sign-in');
  const good = await bench().browser().get('/identity/forgotten?signIn=abcdefghijklmno');
  expect(good.body).toContain('href="/identity/interaction/abcdefghijklmno"');
});
