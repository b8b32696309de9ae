import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { deactivateUser, publishTerms, systemTenantId, type User } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { readFactors } from '../../factors/index.ts';
import { goodPassword } from '../../factors/test/open-factors-bench.ts';
import { createSoftwareAuthenticator } from '../../factors/test/software-authenticator.ts';
import { usePagesBench } from '../test/open-pages-bench.ts';
import { alertOf, headingOf, type TestBrowser } from '../test/test-browser.ts';

const bench = usePagesBench();
const system = { actor: { kind: 'system' } };
const newPassword = 'quite another sentence of mine';

/** Signs in for a page as a browser does: the page sends it there, and it comes back. */
const open = async (path: string, user: User, browser: TestBrowser = bench().browser()) => {
  const first = await browser.get(path);
  expect(headingOf(first)).toBe('Sign in');
  const page = await browser.post(first.url.pathname, { email: user.email, password: goodPassword });
  return { browser, page };
};

describe('signing in for a page', () => {
  test('comes back to the page that was asked for', async () => {
    const user = await bench().makeUser();
    const { page } = await open('/identity/password?returnUrl=x', user);
    expect(page.url.pathname + page.url.search).toBe('/identity/password?returnUrl=x');
    expect(headingOf(page)).toBe('Change your password');
    expect(page.body).toContain(user.email);
  });

  test('is refused for whoever was deactivated since', async () => {
    const user = await bench().makeUser();
    const { browser } = await open('/identity/password', user);
    await inTransaction(bench().database, (t) => deactivateUser(t, system, { userId: user.id, scope: 'everyTenant' }));
    expect(headingOf(await browser.get('/identity/password'))).not.toBe('Change your password');
  });

  test('is needed again when the credentials changed elsewhere', async () => {
    const user = await bench().makeUser();
    const { browser } = await open('/identity/security', user);
    expect(headingOf(await browser.get('/identity/security'))).toBe('How you sign in');
    await sql`UPDATE users SET credentials_changed_at = now() + interval '2 seconds' WHERE id = ${user.id}`.execute(
      bench().database,
    );
    expect(headingOf(await browser.get('/identity/security'))).not.toBe('How you sign in');
  });

  test('never leads anywhere else', async () => {
    for (const state of ['https://evil.example.net/', '//evil.example.net/', '/identity/logout', '']) {
      const page = await bench()
        .browser()
        .get(`/identity/signed-in?${new URLSearchParams({ code: 'x', state })}`);
      expect(headingOf(page)).toBe('Signed in');
    }
    const page = await bench().browser().get('/identity/signed-in?error=access_denied&state=/identity/password');
    expect(headingOf(page)).toBe('Not signed in');
  });

  test('an address with double slashes still means this server', async () => {
    const page = await bench().browser().get(`${bench().url}//identity/forgotten`);
    expect(page.body).toContain('action="/identity/forgotten"');
    const { url } = await bench().browser().get(`${bench().url}//identity/password`);
    expect(url.origin).toBe(bench().url);
  });

  test('a form without a session does nothing', async () => {
    const page = await bench()
      .browser()
      .post('/identity/password', { oldPassword: 'x', newPassword, newPasswordRepeat: newPassword });
    expect(headingOf(page)).toBe('Sign in');
  });

  test('a form from another site is refused although the session is there', async () => {
    const user = await bench().makeUser();
    const { browser } = await open('/identity/security', user);
    const page = await browser.post('/identity/security/totp-start', {}, { 'sec-fetch-site': 'cross-site' });
    expect(page.status).toBe(403);
  });
});

describe('changing the password', () => {
  test('needs the old one, keeps this browser and ends the others', async () => {
    const user = await bench().makeUser();
    const { browser } = await open('/identity/password', user);
    const elsewhere = await open('/identity/password', user);
    const send = async (form: Readonly<Record<string, string>>) =>
      await browser.post('/identity/password', {
        oldPassword: goodPassword,
        newPassword,
        newPasswordRepeat: newPassword,
        ...form,
      });
    const wrong = await send({ oldPassword: 'not that one' });
    expect([wrong.status, alertOf(wrong)]).toEqual([400, 'The old password is not right.']);
    expect((await send({ newPassword: 'short', newPasswordRepeat: 'short' })).status).toBe(400);
    expect(headingOf(await send({}))).toBe('Your password is changed');
    expect(headingOf(await browser.get('/identity/password'))).toBe('Change your password');
    expect(headingOf(await elsewhere.browser.get('/identity/password'))).toBe('Sign in');
    expect(await bench().auditOf(user.id)).toContain('user.password-set');
  });

  test('goes back to the application whose policy sent the person here (contract B11)', async () => {
    await bench().makeApplication({ redirectUrl: 'https://atlas.example.com/callback' });
    const user = await bench().makeUser();
    for (const [returnUrl, expected] of [
      ['https://atlas.example.com/next', 'https://atlas.example.com/next'],
      ['https://evil.example.net/', `${bench().url}/identity/password?returnUrl=https%3A%2F%2Fevil.example.net%2F`],
    ] as const) {
      const path = `/identity/password?${new URLSearchParams({ returnUrl })}`;
      const { browser } = await open(path, user);
      const page = await browser.post(path, { oldPassword: goodPassword, newPassword, newPasswordRepeat: newPassword });
      expect(page.url.href).toBe(expected);
      await browser.post(path, {
        oldPassword: newPassword,
        newPassword: goodPassword,
        newPasswordRepeat: goodPassword,
      });
    }
  });
});

describe('terms', () => {
  beforeEach(async () => {
    await sql`DELETE FROM terms_acceptances`.execute(bench().database);
    await sql`DELETE FROM terms_documents`.execute(bench().database);
  });

  const makeService = async (): Promise<string> => {
    const { database } = bench();
    const [projectId, groupId, id] = [randomUUID(), randomUUID(), randomUUID()];
    await sql`INSERT INTO projects (id, tenant_id, name) VALUES (${projectId}, ${systemTenantId}, 'P')`.execute(
      database,
    );
    await sql`INSERT INTO resource_groups (id, project_id, tenant_id, name) VALUES (${groupId}, ${projectId}, ${systemTenantId}, 'Group')`.execute(
      database,
    );
    await sql`INSERT INTO resources (id, tenant_id, project_id, resource_group_id, name, resource_type, sku)
      VALUES (${id}, ${systemTenantId}, ${projectId}, ${groupId}, 'Service', 'platform.service', 'standard')`.execute(
      database,
    );
    await sql`INSERT INTO services (id, tenant_id, name, root_service_id) VALUES (${id}, ${systemTenantId}, 'Service', ${id})`.execute(
      database,
    );
    return id;
  };

  test('of a service are accepted and the person goes back (contract B11)', async () => {
    await bench().makeApplication({ redirectUrl: 'https://atlas.example.com/callback' });
    const serviceId = await makeService();
    await inTransaction(bench().database, (t) =>
      publishTerms(t, system, { serviceId, title: 'Atlas terms', content: 'Use it well.' }),
    );
    const user = await bench().makeUser();
    const path = `/identity/terms?${new URLSearchParams({ serviceId, returnUrl: 'https://atlas.example.com/map' })}`;
    const { browser, page } = await open(path, user);
    expect(headingOf(page)).toBe('Atlas terms');
    expect(page.body).toContain('Use it well.');
    const terms = /name="terms" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
    expect((await browser.post(path, { terms })).status).toBe(400);
    const done = await browser.post(path, { terms, accept: 'yes' });
    expect(done.url.href).toBe('https://atlas.example.com/map');
    expect((await browser.get(path)).body).toContain('You have accepted these terms.');
  });

  test('that do not exist are nothing to accept', async () => {
    const { page } = await open('/identity/terms', await bench().makeUser());
    expect(page.body).toContain('There are no terms to accept.');
    const odd = await open(
      '/identity/terms?serviceId=nonsense&returnUrl=https%3A%2F%2Fevil.example.net',
      await bench().makeUser(),
    );
    expect(odd.page.body).not.toContain('href="https://evil');
  });
});

describe('how one signs in', () => {
  const codeOf = (secret: string) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: bench().now().getTime() });

  test('an authenticator app is set up and removed, and the owner hears of it', async () => {
    const user = await bench().makeUser();
    const { browser: elsewhere } = await open('/identity/security', user);
    const { browser, page } = await open('/identity/security', user);
    expect(page.body).toContain('Not set up');
    const setUp = await browser.post('/identity/security/totp-start', {});
    const secret = /<code class="key">([^<]*)</.exec(setUp.body)?.[1]?.replaceAll(' ', '') ?? '';
    expect((await browser.post('/identity/security/totp', { code: 'abc' })).status).toBe(400);
    const codes = await browser.post('/identity/security/totp', { code: codeOf(secret) });
    expect(headingOf(codes)).toBe('Keep your recovery codes');
    expect((await browser.get('/identity/security')).body).toContain('10 codes left');
    expect(headingOf(await elsewhere.get('/identity/security'))).toBe('Sign in');
    const fresh = await browser.post('/identity/security/recovery-codes', {});
    expect(fresh.body).not.toContain(/<li>([^<]*)<\/li>/.exec(codes.body)?.[1]);
    expect(headingOf(await browser.post('/identity/security/totp-remove', {}))).toBe('How you sign in');
    expect(await readFactors(bench().database, { userId: user.id })).toMatchObject({
      totp: false,
      recoveryCodesLeft: 0,
    });
    const told = (await bench().mailsTo(user.email)).map(({ text }) => text.split('\n')[0]);
    expect(told).toEqual([
      'An authenticator app was added to your account.',
      'New recovery codes were made for your account. The ones from before do not work any more.',
      'The authenticator app was removed from your account.',
    ]);
  });

  test('a passkey is added and removed', async () => {
    const user = await bench().makeUser();
    const { browser } = await open('/identity/security', user);
    const key = createSoftwareAuthenticator();
    const page = await browser.get('/identity/security/passkey');
    const challenge = /&quot;challenge&quot;:&quot;([\w-]+)&quot;/.exec(page.body)?.[1] ?? '';
    const answer = key.create({ challenge, origin: bench().url, rpId: 'localhost' });
    const stale = key.create({ challenge: 'AAAA', origin: bench().url, rpId: 'localhost' });
    expect((await browser.post('/identity/security/passkey', { passkey: stale, name: 'x' })).status).toBe(400);
    expect(headingOf(await browser.post('/identity/security/passkey', { passkey: answer, name: 'Phone <1>' }))).toBe(
      'Keep your recovery codes',
    );
    expect((await browser.post('/identity/security/passkey', { passkey: answer, name: 'again' })).status).toBe(400);
    const listed = await browser.get('/identity/security');
    expect(listed.body).toContain('Phone &lt;1&gt;');
    const id = /name="id" value="([^"]*)"/.exec(listed.body)?.[1] ?? '';
    expect((await browser.post('/identity/security/passkey-remove', { id: randomUUID() })).status).toBe(404);
    const { browser: elsewhere } = await open('/identity/security', user);
    expect(headingOf(await browser.post('/identity/security/passkey-remove', { id }))).toBe('How you sign in');
    expect(headingOf(await elsewhere.get('/identity/security'))).toBe('Sign in');
    expect((await readFactors(bench().database, { userId: user.id })).passkeys).toEqual([]);
  });

  test('a session of long ago must show again who it is', async () => {
    const user = await bench().makeUser();
    const { browser } = await open('/identity/security', user);
    await ageSessions(user.id, 16 * 60);
    const page = await browser.post('/identity/security/totp-start', {});
    expect(headingOf(page)).toBe('Sign in');
    const back = await browser.post(page.url.pathname, { email: user.email, password: goodPassword });
    expect(headingOf(back)).toBe('How you sign in');
    expect(headingOf(await browser.post('/identity/security/totp-start', {}))).toBe('Set up your authenticator app');
  });

  /** Moves the sign-in of the user's sessions back. */
  const ageSessions = async (userId: string, seconds: number) => {
    const { database, box } = bench();
    const rows = await database
      .selectFrom('oidcRecords')
      .select(['idHash', 'sealedPayload'])
      .where('model', '=', 'Session')
      .where('accountId', '=', userId)
      .execute();
    for (const { idHash, sealedPayload } of rows) {
      const place = { table: 'oidc_records', row: `Session ${idHash.toString('hex')}`, field: 'payload' };
      const payload = JSON.parse(box.openText(sealedPayload ?? '', place)) as { loginTs: number };
      const moved = box.seal(JSON.stringify({ ...payload, loginTs: payload.loginTs - seconds }), place);
      await database
        .updateTable('oidcRecords')
        .set({ sealedPayload: moved })
        .where('model', '=', 'Session')
        .where('idHash', '=', idHash)
        .execute();
    }
  };
});
