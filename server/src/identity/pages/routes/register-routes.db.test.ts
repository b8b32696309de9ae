import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  findUser,
  inviteUser,
  issueOneTimeCode,
  publishTerms,
  registerUser,
  systemTenantId,
} from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { mailActivationCode } from '../mails/mail-activation-code.ts';
import { confirmationUrl, mailInvitation } from '../mails/mail-invitation.ts';
import { usePagesBench } from '../test/open-pages-bench.ts';
import { alertOf, headingOf } from '../test/test-browser.ts';

const bench = usePagesBench();
const system = { actor: { kind: 'system' } };
const password = 'a sentence that only I know';
const good = { firstName: 'Ada', lastName: 'Lovelace', password, passwordRepeat: password };

const invite = async (context: Readonly<Record<string, unknown>> = {}) =>
  await inTransaction(bench().database, async (transaction) => {
    const person = { email: `${randomUUID()}@example.com` };
    const { user } = await registerUser(transaction, system, { tenantId: systemTenantId, person });
    const invitation = await inviteUser(transaction, system, { userId: user.id, scope: 'everyTenant', context });
    await mailInvitation(
      { transaction, secretBox: bench().box },
      { invitation, publicUrl: bench().url, to: 'the Atlas' },
    );
    return invitation;
  });

const send = async (token: string, form: Readonly<Record<string, string>> = {}) =>
  await bench()
    .browser()
    .post('/identity/register', { token, ...good, ...form });

test("the link of the invitation leads to a page that makes the account the person's own", async () => {
  const { user } = await invite();
  const [mail] = await bench().mailsTo(user.email);
  expect(mail?.text).toContain('You are invited to the Atlas.');
  const link = new URL(/http:\S+\/identity\/register\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'no link');
  const page = await bench()
    .browser()
    .get(link.pathname + link.search);
  expect(headingOf(page)).toBe('Activate your account');
  expect(page.body).toContain(user.email);
  const token = /name="token" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  expect(headingOf(await send(token))).toBe('Your account is ready');
  const active = await findUser(bench().database, { userId: user.id, scope: 'everyTenant' });
  expect(active).toMatchObject({ activated: true, emailVerified: true, firstName: 'Ada', lastName: 'Lovelace' });
  const { send: signIn } = await bench().startSignIn(await bench().makeApplication());
  expect((await signIn({ email: user.email, password })).url.searchParams.has('code')).toBe(true);
});

test('once, also twice at once; used and made-up links look alike', async () => {
  const { token } = await invite();
  const pages = await Promise.all([send(token), send(token)]);
  expect(pages.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const each of [token, 'nonsense', '']) {
    const [opened, sent] = [await bench().browser().get(`/identity/register?token=${each}`), await send(each)];
    expect([opened.status, headingOf(opened)]).toEqual([401, 'This link does not work any more']);
    expect([sent.status, headingOf(sent)]).toEqual([401, 'This link does not work any more']);
  }
});

test.each([
  [{ firstName: '' }, 'Enter your first name.'],
  [{ passwordRepeat: 'x' }, 'The two spellings of the password differ.'],
  [{ password: 'short', passwordRepeat: 'short' }, 'The password must have at least 12 characters.'],
])('%j is told at the field, what was typed stays, and the link still works', async (form, message) => {
  const { token } = await invite();
  const page = await send(token, { lastName: 'Byron "King"', ...form });
  expect(page.status).toBe(400);
  expect(alertOf(page)).toBe(message);
  expect(page.body).toContain(`problem">${message}</span>`);
  expect(page.body).toContain('value="Byron &quot;King&quot;"');
  expect(page.body).not.toContain(password);
  expect(headingOf(await send(token))).toBe('Your account is ready');
});

test('goes on to the application, if that is registered; elsewhere never', async () => {
  await bench().makeApplication({ redirectUrl: 'https://atlas.example.com/callback' });
  const allowed = await send((await invite({ returnUrl: 'https://atlas.example.com/welcome?x=1' })).token);
  expect(allowed.url.href).toBe('https://atlas.example.com/welcome?x=1');
  for (const returnUrl of [
    'https://evil.example.net/',
    'https://atlas.example.com.evil.example.net/',
    'https://atlas.example.com@evil.example.net/',
    'http://atlas.example.com/',
    '//evil.example.net/',
    'javascript:alert(1)',
  ]) {
    expect(headingOf(await send((await invite({ returnUrl })).token))).toBe('Your account is ready');
  }
});

test('terms must be accepted, each by itself', async () => {
  await inTransaction(bench().database, (t) => publishTerms(t, system, { title: 'Terms of use', content: 'Be kind.' }));
  const { token, user } = await invite();
  const page = await bench()
    .browser()
    .get(new URL(confirmationUrl(bench().url, token)).pathname + new URL(confirmationUrl(bench().url, token)).search);
  expect(page.body).toContain('Be kind.');
  const refused = await send(token);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('<span class="problem">The terms of use of the platform must be accepted.</span>');
  expect(headingOf(await send(token, { acceptPlatformTerms: 'yes' }))).toBe('Your account is ready');
  expect(await bench().auditOf(user.id)).toContain('terms.accepted');
});

test('a code instead of a link (contract B13), with unknown addresses answered alike', async () => {
  const { user } = await invite();
  const { code } = await inTransaction(bench().database, async (transaction) => {
    const issued = await issueOneTimeCode({ transaction, oneTimeCodes: bench().oneTimeCodes }, system, {
      user,
      purpose: 'activation',
    });
    await mailActivationCode(
      { transaction, secretBox: bench().box },
      { user, code: issued.code, publicUrl: bench().url },
    );
    return issued;
  });
  expect((await bench().mailsTo(user.email)).at(-1)?.text).toContain(code);
  const enter = async (email: string, given: string) =>
    await bench().browser().post('/identity/code', { email, code: given });
  const wrong = code === '000000' ? '111111' : '000000';
  const [known, unknown] = [await enter(user.email, wrong), await enter('nobody@example.com', wrong)];
  expect(known.status).toBe(401);
  expect(known.body.replaceAll(user.email, 'EMAIL')).toBe(unknown.body.replaceAll('nobody@example.com', 'EMAIL'));
  const page = await enter(user.email, code);
  expect(headingOf(page)).toBe('Activate your account');
  expect(page.url.search).toBe('');
  const token = /name="token" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  expect(headingOf(await send(token, { acceptPlatformTerms: 'yes' }))).toBe('Your account is ready');
  expect((await enter(user.email, code)).status).toBe(401);
});
