import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { deactivateUser, findUser, publishTerms, systemTenantId, type User } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { confirmTotp, needRelyingParty, registerPasskey, startTotp } from '../../factors/index.ts';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { createSoftwareAuthenticator } from '../../factors/test/software-authenticator.ts';
import { redirectUrl, type SignIn, usePagesBench } from '../test/open-pages-bench.ts';
import { alertOf, headingOf, type Landing } from '../test/test-browser.ts';

const bench = usePagesBench();
const system = { actor: { kind: 'system' } };

const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: bench().now().getTime() });

const giveTotp = async (user: User) => {
  const { secret } = await inTransaction(bench().database, (transaction) =>
    startTotp({ transaction, box: bench().box }, { user }),
  );
  const recoveryCodes = await confirmTotp(bench(), system, { userId: user.id, code: codeOf(secret) });
  bench().moveClock(60);
  return { secret, recoveryCodes };
};

const begin = async (application: Parameters<ReturnType<typeof bench>['makeApplication']>[0] = {}, parameters = {}) =>
  await bench().startSignIn(await bench().makeApplication(application), parameters);

const signIn = async (user: User, { send }: SignIn, form: Readonly<Record<string, string>> = {}) =>
  await send({ email: user.email, password: goodPassword, ...form });

/** The browser came back to the application with a code. */
const expectCode = ({ url }: Landing) => {
  expect(url.origin + url.pathname).toBe(redirectUrl);
  expect(url.searchParams.get('state')).toBe('the state');
  expect(url.searchParams.get('code')).toMatch(/^[\w-]{20,}$/);
};

const lastSignInOf = async ({ id }: User): Promise<Date | null> =>
  (await findUser(bench().database, { userId: id, scope: 'everyTenant' })).lastSignInAt;

const claimsIn = async (userId: string): Promise<{ amr: string[]; acr: string }> => {
  const rows = await bench()
    .database.selectFrom('oidcRecords')
    .select(['idHash', 'sealedPayload'])
    .where('model', '=', 'Session')
    .where('accountId', '=', userId)
    .execute();
  const [row] = rows;
  if (row?.sealedPayload == null) throw new Error('no session');
  const place = { table: 'oidc_records', row: `Session ${row.idHash.toString('hex')}`, field: 'payload' };
  return JSON.parse(bench().box.openText(row.sealedPayload, place));
};

describe('e-mail and password', () => {
  test('scripts and people take the same way: two fields, and back to the application', async () => {
    const user = await bench().makeUser();
    const started = await begin();
    expect(headingOf(started.page)).toBe('Sign in');
    expect(started.page.body).toContain('name="email"');
    expect(started.page.body).toContain('name="password"');
    expectCode(await signIn(user, started));
    expect(await claimsIn(user.id)).toMatchObject({ amr: ['pwd'], acr: 'urn:portolan:acr:single-factor' });
    expect(await bench().auditOf(user.id)).toContain('user.password-accepted');
  });

  test('a second application needs no second sign-in', async () => {
    const user = await bench().makeUser();
    const started = await begin();
    await signIn(user, started);
    const { page } = await bench().startSignIn(await bench().makeApplication(), {}, started.browser);
    expectCode(page);
  });

  test('the page keeps what was typed, but never the password', async () => {
    const { send } = await begin();
    const page = await send({ email: 'ada"<b>@example.com', password: 'not the "right" one at all', remember: 'yes' });
    expect(page.status).toBe(401);
    expect(page.body).toContain('value="ada&quot;&lt;b&gt;@example.com"');
    expect(page.body).toContain(' checked>');
    expect(page.body).not.toContain('not the');
  });

  test('unknown, wrong and deactivated: the same page', async () => {
    const [known, off] = [await bench().makeUser(), await bench().makeUser()];
    await inTransaction(bench().database, (t) => deactivateUser(t, system, { userId: off.id, scope: 'everyTenant' }));
    const pages: string[] = [];
    for (const [email, password] of [
      [`${randomUUID()}@example.com`, goodPassword],
      [known.email, 'another sentence than that'],
      [off.email, goodPassword],
    ] as const) {
      const { page, send } = await begin({ name: 'The application' });
      const answer = await send({ email, password });
      expect(answer.status).toBe(401);
      const { pathname } = page.url;
      pages.push(
        answer.body
          .replaceAll(pathname, 'ADDRESS')
          .replaceAll(pathname.split('/').at(-1) ?? '', 'UID')
          .replaceAll(email, 'EMAIL')
          .replace(/data-passkey-get="[^"]*"/, ''),
      );
    }
    expect(alertOf({ body: pages[0] } as Landing)).toBe('The e-mail address or the password is not right.');
    expect(new Set(pages).size).toBe(1);
  });

  test.each([
    [{ email: '', password: 'x' }, 'Enter your e-mail address.'],
    [{ email: 'a@example.com', password: '' }, 'Enter your password.'],
    [{}, 'Enter your e-mail address.'],
  ])('%j names the field', async (form, message) => {
    const { send } = await begin();
    const page = await send(form);
    expect(page.status).toBe(400);
    expect(alertOf(page)).toBe(message);
    expect(page.body).toContain('aria-invalid="true"');
    expect(page.body).toContain('<title>Problem: ');
  });

  test('too many tries: 429, when to try again, also with the right password', async () => {
    const user = await bench().makeUser();
    const { send } = await begin();
    for (let count = 0; count < 11; count += 1) await send({ email: user.email, password: 'wrong wrong wrong' });
    const last = await send({ email: user.email, password: goodPassword });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(alertOf(last)).toMatch(/^There were too many tries\. Try again in /);
    await sql`DELETE FROM sign_in_throttles`.execute(bench().database);
  });

  test('cancelling tells the application', async () => {
    const { send } = await begin();
    const { url } = await send({ action: 'cancel' });
    expect(url.origin + url.pathname).toBe(redirectUrl);
    expect(url.searchParams.get('error')).toBe('access_denied');
    expect(url.searchParams.get('state')).toBe('the state');
  });

  test('login_hint stands in the field', async () => {
    const { page } = await begin({}, { login_hint: 'ada@example.com' });
    expect(page.body).toContain('value="ada@example.com"');
  });

  test('staying signed in is asked for', async () => {
    const user = await bench().makeUser();
    const started = await begin();
    await signIn(user, started, { remember: 'yes' });
    const other = await bench().makeUser();
    await signIn(other, await begin());
    expect(await claimsIn(user.id)).not.toHaveProperty('transient');
    expect(await claimsIn(other.id)).toHaveProperty('transient', true);
  });
});

describe('what does not belong here', () => {
  test('an interaction belongs to the browser that began it', async () => {
    const { page } = await begin();
    const stranger = await bench().browser().get(page.url.pathname);
    expect(stranger.status).toBe(400);
    expect(headingOf(stranger)).toBe('This sign-in has ended');
    expect(stranger.body).toContain(stranger.headers.get('x-supportcode') ?? 'no code');
    const sent = await bench().browser().post(page.url.pathname, { email: 'a@example.com', password: 'x' });
    expect(sent.status).toBe(400);
  });

  test('a finished sign-in cannot be sent again', async () => {
    const user = await bench().makeUser();
    const started = await begin();
    await signIn(user, started);
    const again = await signIn(user, started);
    expect(again.status).toBe(400);
    expect(headingOf(again)).toBe('This sign-in has ended');
  });

  test.each([[{ 'sec-fetch-site': 'cross-site' }], [{ origin: 'https://evil.example.net' }], [{ origin: 'null' }]])(
    'a form from another site (%j) is refused before anything is looked at',
    async (headers) => {
      const user = await bench().makeUser();
      const { browser, page } = await begin();
      const answer = await browser.post(page.url.pathname, { email: user.email, password: goodPassword }, headers);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain('sent from another site');
      expect(await bench().auditOf(user.id)).not.toContain('user.password-accepted');
    },
  );

  test('bodies that are no forms, too large, or name a field twice', async () => {
    const { page } = await begin();
    const send = async (body: string, type: string) =>
      await fetch(page.url, { method: 'POST', body, headers: { 'content-type': type } });
    expect((await send('{}', 'application/json')).status).toBe(415);
    const form = 'application/x-www-form-urlencoded';
    expect((await send(`email=${'a'.repeat(17_000)}`, form)).status).toBe(413);
    expect((await send('email=a&email=b', form)).status).toBe(400);
  });

  test('every page: strict policy, no store, no frame, and nothing inline', async () => {
    const { page } = await begin();
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
    expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self' https:$/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.body).not.toMatch(/<script>|style=|\son\w+=/);
    const [style = ''] = /\/identity\/assets\/pages-[0-9a-f]+\.css/.exec(page.body) ?? [];
    const sheet = await bench().browser().get(style);
    expect(sheet.status).toBe(200);
    expect(sheet.headers.get('cache-control')).toContain('immutable');
  });
});

describe('several accounts of one e-mail', () => {
  test("one is picked after the password; nobody else's can be", async () => {
    const email = `${randomUUID()}@example.com`;
    const tenantId = await bench().makeTenant('Harbour & Sons');
    const [first, second] = [await bench().makeUser(email), await bench().makeUser(email, tenantId)];
    const stranger = await bench().makeUser();
    const started = await begin();
    const page = await signIn(first, started);
    expect(headingOf(page)).toBe('Choose an account');
    expect(page.body).toContain('Harbour &amp; Sons');
    expect(headingOf(await started.send({ account: stranger.id }))).toBe('Choose an account');
    // An application of another tenant asks what it may do.
    const asked = await started.send({ account: second.id });
    expect(headingOf(asked)).toMatch(/^Allow /);
    expect(await claimsIn(second.id)).toBeDefined();
  });

  test('only accounts that the password opens are offered', async () => {
    const email = `${randomUUID()}@example.com`;
    const tenantId = await bench().makeTenant();
    const [first, second] = [await bench().makeUser(email), await bench().makeUser(email, tenantId)];
    await inTransaction(bench().database, (t) =>
      deactivateUser(t, system, { userId: second.id, scope: 'everyTenant' }),
    );
    expectCode(await signIn(first, await begin()));
  });
});

describe('second factor', () => {
  test('who has one is asked for it: wrong code, then the right one', async () => {
    const user = await bench().makeUser();
    const { secret } = await giveTotp(user);
    const started = await begin();
    const page = await signIn(user, started);
    expect(headingOf(page)).toBe('Confirm that it is you');
    const wrong = await started.send({ code: codeOf(secret) === '000000' ? '111111' : '000000' });
    expect(wrong.status).toBe(401);
    expect(headingOf(wrong)).toBe('Confirm that it is you');
    expectCode(await started.send({ code: codeOf(secret) }));
    expect(await claimsIn(user.id)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], acr: 'urn:portolan:acr:multi-factor' });
  });

  test('a recovery code goes into the same field', async () => {
    const user = await bench().makeUser();
    const { recoveryCodes } = await giveTotp(user);
    const started = await begin();
    await signIn(user, started);
    const page = await started.browser.get(`${started.page.url.pathname}?way=recovery`);
    expect(headingOf(page)).toBe('Use a recovery code');
    // There is no next recovery code to wait for, as there is one of the app.
    expect(alertOf(await started.send({ code: 'none of them' }))).toBe(
      'That code is not right, or it was used before.',
    );
    expectCode(await started.send({ code: recoveryCodes[0] ?? '' }));
  });

  test('the steps cannot be jumped over', async () => {
    const user = await bench().makeUser();
    await giveTotp(user);
    const started = await begin();
    await signIn(user, started);
    for (const form of [{}, { account: user.id }, { action: 'codes-kept' }, { accept: 'yes' }, { newPassword: 'x' }]) {
      const page = await started.send(form as Record<string, string>);
      expect(headingOf(page)).toBe('Confirm that it is you');
    }
    const resumed = await started.browser.get(started.page.url.pathname.replace('interaction', 'authorize'));
    expect(headingOf(resumed)).toBe('Sign in');
  });

  test('a password changed meanwhile elsewhere begins the sign-in anew', async () => {
    const user = await bench().makeUser();
    const { secret } = await giveTotp(user);
    const started = await begin();
    await signIn(user, started);
    await sql`UPDATE users SET credentials_version = credentials_version + 1 WHERE id = ${user.id}`.execute(
      bench().database,
    );
    const page = await started.send({ code: codeOf(secret) });
    expect(page.status).toBe(400);
    expect(headingOf(page)).toBe('Sign in');
  });

  test.each(['user', 'tenant', 'application'] as const)('required by the %s: it is set up on the way', async (by) => {
    const tenantId = await bench().makeTenant();
    const user = await bench().makeUser(undefined, tenantId);
    if (by === 'user')
      await sql`UPDATE users SET second_factor_required = true WHERE id = ${user.id}`.execute(bench().database);
    if (by === 'tenant')
      await sql`UPDATE tenants SET second_factor_required = true WHERE id = ${tenantId}`.execute(bench().database);
    const started = await begin({ tenantId, secondFactorRequired: by === 'application' });
    const page = await signIn(user, started);
    expect(headingOf(page)).toBe('Set up your authenticator app');
    const key = /<code class="key">([^<]*)</.exec(page.body)?.[1]?.replaceAll(' ', '') ?? '';
    const reloaded = await started.browser.get(page.url.pathname);
    expect(reloaded.body).toContain(page.body.match(/<code class="key">[^<]*/)?.[0]);
    const wrong = await started.send({ code: codeOf(key) === '000000' ? '111111' : '000000' });
    expect(wrong.status).toBe(400);
    const codes = await started.send({ code: codeOf(key) });
    expect(headingOf(codes)).toBe('Keep your recovery codes');
    expect(codes.body.match(/<li>[0-9a-z-]{19}<\/li>/g)).toHaveLength(10);
    expectCode(await started.send({ action: 'codes-kept' }));
    expect((await claimsIn(user.id)).amr).toContain('mfa');
    expect((await bench().mailsTo(user.email)).map(({ text }) => text).join()).toContain(
      'An authenticator app was added',
    );
  });

  test('a secret that lay around from before is not used', async () => {
    const user = await bench().makeUser();
    const old = await inTransaction(bench().database, (t) => startTotp({ transaction: t, box: bench().box }, { user }));
    const started = await begin({ secondFactorRequired: true });
    const page = await signIn(user, started);
    expect(page.body).not.toContain(old.secret.slice(0, 4));
  });
});

describe('passkeys', () => {
  const makeHolder = async () => {
    const [user, key] = [await bench().makeUser(), createSoftwareAuthenticator()];
    const party = needRelyingParty(bench().url);
    const challenge = randomUUID().replaceAll('-', '');
    const answer = key.create({ challenge, origin: party.origin, rpId: party.id });
    await registerPasskey({ ...bench(), party }, system, { user, answer, challenge, name: 'Key' });
    return { user, key, party };
  };
  const challengeIn = ({ body }: Landing): string =>
    /&quot;challenge&quot;:&quot;([\w-]+)&quot;/.exec(body)?.[1] ?? 'no challenge';

  test('instead of the password', async () => {
    const { user, key, party } = await makeHolder();
    const { page, send } = await begin();
    const request = { challenge: challengeIn(page), origin: party.origin, rpId: party.id };
    expectCode(await send({ passkey: key.get(request) }));
    expect(await claimsIn(user.id)).toMatchObject({ amr: ['hwk', 'mfa'] });
    expect(await lastSignInOf(user)).toBeInstanceOf(Date);
  });

  test('after the password', async () => {
    const { user, key, party } = await makeHolder();
    const started = await begin();
    const page = await signIn(user, started);
    expect(page.body).toContain(key.credentialId);
    const request = { challenge: challengeIn(page), origin: party.origin, rpId: party.id };
    expectCode(await started.send({ passkey: key.get(request) }));
    expect(await claimsIn(user.id)).toMatchObject({ amr: ['pwd', 'hwk', 'mfa'] });
  });

  test('an answer for another sign-in is refused', async () => {
    const { key, party } = await makeHolder();
    const [one, other] = [await begin(), await begin()];
    const request = { challenge: challengeIn(one.page), origin: party.origin, rpId: party.id };
    const refused = await other.send({ passkey: key.get(request) });
    expect(refused.status).toBe(401);
    expect(headingOf(refused)).toBe('Sign in');
    const unreadable = await other.send({ passkey: 'nothing of the kind' });
    expect(unreadable.status).toBe(400);
  });
});

describe('a code by mail', () => {
  const askForCode = async (email: string) => {
    const started = await begin();
    const page = await started.send({ action: 'send-code', email });
    expect(headingOf(page)).toBe('Enter the code');
    return started;
  };
  const mailedCode = async (email: string, count = 1): Promise<string> => {
    await expect.poll(async () => (await bench().mailsTo(email)).length, { timeout: 10_000 }).toBe(count);
    const mail = (await bench().mailsTo(email)).at(-1);
    expect(mail?.subject).not.toMatch(/\d{6}/);
    return /(\d{6})/.exec(mail?.text ?? '')?.[1] ?? 'no code';
  };

  test('signs in, once', async () => {
    const user = await bench().makeUser();
    const started = await askForCode(user.email);
    const code = await mailedCode(user.email);
    expect((await started.send({ code: code === '000000' ? '111111' : '000000' })).status).toBe(401);
    expect(await lastSignInOf(user)).toBeNull();
    expectCode(await started.send({ code }));
    expect(await claimsIn(user.id)).toMatchObject({ amr: ['otp'] });
    expect(await lastSignInOf(user)).toBeInstanceOf(Date);
  });

  test('works only where it was asked for', async () => {
    const user = await bench().makeUser();
    await askForCode(user.email);
    const code = await mailedCode(user.email);
    const other = await begin();
    // The other browser asks for a code too, and its own replaces the first.
    await other.send({ action: 'send-code', email: user.email });
    await mailedCode(user.email, 2);
    expect((await other.send({ code })).status).toBe(401);
  });

  test('an unknown e-mail sees the same', async () => {
    const started = await askForCode(`${randomUUID()}@example.com`);
    const page = await started.send({ code: '123456' });
    expect(page.status).toBe(401);
    expect(alertOf(page)).toBe('That code is not right, or its time is over.');
  });

  test('is one factor: whoever has two is asked for the other', async () => {
    const user = await bench().makeUser();
    const { secret } = await giveTotp(user);
    const started = await askForCode(user.email);
    const page = await started.send({ code: await mailedCode(user.email) });
    expect(headingOf(page)).toBe('Confirm that it is you');
    expectCode(await started.send({ code: codeOf(secret) }));
  });
});

describe('a password that must be changed', () => {
  const newPassword = 'quite another sentence of mine';

  test('because somebody else chose it', async () => {
    const user = await bench().makeUser();
    await sql`UPDATE password_credentials SET must_change = true WHERE user_id = ${user.id}`.execute(bench().database);
    const started = await begin();
    const page = await signIn(user, started);
    expect(headingOf(page)).toBe('Choose a new password');
    const same = await started.send({ newPassword: goodPassword, newPasswordRepeat: goodPassword });
    expect(alertOf(same)).toBe('The new password is the old one.');
    const weak = await started.send({ newPassword: 'password', newPasswordRepeat: 'password' });
    expect(weak.status).toBe(400);
    const differs = await started.send({ newPassword, newPasswordRepeat: `${newPassword}!` });
    expect(alertOf(differs)).toBe('The two spellings of the new password differ.');
    expectCode(await started.send({ newPassword, newPasswordRepeat: newPassword }));
    expectCode(await signIn(user, await begin(), { password: newPassword }));
    expect((await bench().mailsTo(user.email)).map(({ text }) => text).join()).toContain(
      'password of your account was changed',
    );
  });

  test('because it is older than the service of the application allows (contract A15)', async () => {
    const user = await bench().makeUser();
    const application = await bench().makeApplication();
    await linkService(application);
    await sql`UPDATE password_credentials SET changed_at = now() - interval '29 days' WHERE user_id = ${user.id}`.execute(
      bench().database,
    );
    expectCode(await signIn(user, await bench().startSignIn(application)));
    await sql`UPDATE password_credentials SET changed_at = now() - interval '31 days' WHERE user_id = ${user.id}`.execute(
      bench().database,
    );
    const started = await bench().startSignIn(application);
    const page = await signIn(user, started);
    expect(headingOf(page)).toBe('Choose a new password');
    expect(page.body).toContain('older than the service allows');
    expectCode(await started.send({ newPassword, newPasswordRepeat: newPassword }));
  });

  test('in a browser that is signed in already', async () => {
    const user = await bench().makeUser();
    const started = await begin();
    await signIn(user, started);
    const elsewhere = await begin();
    await signIn(user, elsewhere);
    await sql`UPDATE password_credentials SET must_change = true WHERE user_id = ${user.id}`.execute(bench().database);
    const again = await bench().startSignIn(await bench().makeApplication(), { prompt: 'login' }, started.browser);
    expect(headingOf(await signIn(user, again))).toBe('Choose a new password');
    expectCode(await again.send({ newPassword, newPasswordRepeat: newPassword }));
    const { page } = await bench().startSignIn(await bench().makeApplication(), {}, elsewhere.browser);
    expect(headingOf(page)).toBe('Sign in');
  });

  const linkService = async (applicationId: string) => {
    const { database } = bench();
    const [projectId, groupId, serviceId] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`INSERT INTO projects (id, tenant_id, name) VALUES (${projectId}, ${systemTenantId}, 'P')`.execute(
      database,
    );
    await sql`INSERT INTO resource_groups (id, project_id, tenant_id, name) VALUES (${groupId}, ${projectId}, ${systemTenantId}, 'Group')`.execute(
      database,
    );
    await sql`INSERT INTO resources (id, tenant_id, project_id, resource_group_id, name, resource_type, sku)
      VALUES (${serviceId}, ${systemTenantId}, ${projectId}, ${groupId}, 'Service', 'platform.service', 'standard')`.execute(
      database,
    );
    await sql`INSERT INTO services (id, tenant_id, name, root_service_id, password_policy_enforced, password_policy_scope, password_policy_unit, password_policy_interval)
      VALUES (${serviceId}, ${systemTenantId}, 'Service', ${serviceId}, true, 'service', 'days', 30)`.execute(database);
    await sql`INSERT INTO application_services (application_id, service_id, position) VALUES (${applicationId}, ${serviceId}, 0)`.execute(
      database,
    );
  };
});

describe('consent', () => {
  test('an application of another tenant asks in words; no is no, yes is remembered', async () => {
    const user = await bench().makeUser();
    const tenantId = await bench().makeTenant();
    const application = await bench().makeApplication({ tenantId, name: 'Foreign <App>' });
    const started = await bench().startSignIn(application, { scope: 'openid email offline_access' });
    const page = await signIn(user, started);
    expect(headingOf(page)).toBe('Allow Foreign &lt;App&gt;?');
    expect(page.body).toContain('app.example.com');
    expect(page.body).toContain('<li>See your e-mail address</li>');
    const denied = await started.browser.post(page.url.pathname, { action: 'cancel' });
    expect(denied.url.searchParams.get('error')).toBe('access_denied');
    const again = await bench().startSignIn(application, { scope: 'openid email' }, started.browser);
    expectCode(await again.send({ consent: 'allow' }));
    expectCode((await bench().startSignIn(application, { scope: 'openid email' }, started.browser)).page);
    const more = await bench().startSignIn(application, { scope: 'openid email phone' }, started.browser);
    expect(more.page.body).toContain('<li>See your phone number</li>');
    expect(more.page.body).not.toContain('<li>See your e-mail address</li>');
    expect(await bench().auditOf(application)).toContain('application.consented');
  });

  test('the scopes of an API stand there as the API describes them', async () => {
    const user = await bench().makeUser();
    const tenantId = await bench().makeTenant();
    const application = await bench().makeApplication({ tenantId });
    const api = randomUUID();
    await sql`INSERT INTO applications (id, tenant_id, name, origin, client_type, is_api, app_id_uri) VALUES (${api}, ${tenantId}, 'Orders', 'workspace', 'None', true, 'api://orders')`.execute(
      bench().database,
    );
    await sql`INSERT INTO application_scopes (application_id, name, description, position) VALUES (${api}, 'read', 'Read your orders', 0), (${api}, 'write', '', 1)`.execute(
      bench().database,
    );
    await sql`INSERT INTO application_api_accesses (application_id, api_application_id, scopes, position) VALUES (${application}, ${api}, '{read,write}', 0)`.execute(
      bench().database,
    );
    const started = await bench().startSignIn(application, { scope: 'openid api://orders/.default' });
    const page = await signIn(user, started);
    expect(page.body).toContain('<li>Read your orders (Orders)</li>');
    expect(page.body).toContain('<li>Use “write” (Orders)</li>');
    expectCode(await started.browser.post(page.url.pathname, { consent: 'allow' }));
  });

  test('a native application only asks whether to go on', async () => {
    const user = await bench().makeUser();
    const started = await begin({ clientType: 'Native' });
    const page = await signIn(user, started);
    expect(headingOf(page)).toMatch(/^Continue to /);
    expectCode(await started.browser.post(page.url.pathname, { consent: 'allow' }));
  });
});

describe('terms of the platform', () => {
  test('are accepted on the way, in the version that was shown', async () => {
    const user = await bench().makeUser();
    const publish = async (content: string) =>
      await inTransaction(bench().database, (t) => publishTerms(t, system, { title: 'Terms of use', content }));
    await publish('Be <kind>.');
    const started = await begin();
    const page = await signIn(user, started);
    expect(headingOf(page)).toBe('Terms of use');
    expect(page.body).toContain('Be &lt;kind&gt;.');
    const terms = /name="terms" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    expect((await started.send({ terms })).status).toBe(400);
    await publish('Be very kind.');
    const changed = await started.send({ terms, accept: 'yes' });
    expect(changed.status).toBe(409);
    expect(changed.body).toContain('Be very kind.');
    const latest = /name="terms" value="([^"]*)"/.exec(changed.body)?.[1] ?? '';
    expectCode(await started.send({ terms: latest, accept: 'yes' }));
    expect(await bench().auditOf(user.id)).toContain('terms.accepted');
    expectCode(await signIn(user, await begin()));
    await sql`DELETE FROM terms_acceptances`.execute(bench().database);
    await sql`DELETE FROM terms_documents`.execute(bench().database);
  });
});
