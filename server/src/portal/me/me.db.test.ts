import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishTerms } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { hashToken, issueToken } from '../../platform/secrets/index.ts';
import { type Caller, openPortalBench, type PortalBench } from '../test/portal-bench.ts';

let bench: PortalBench;
const password = 'seven wild geese over water';
const next = 'eight tame swans under ice';

beforeAll(async () => {
  bench = await openPortalBench(2);
});
afterAll(async () => await bench.close());

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  Buffer.alloc(17),
  Buffer.from('IEND'),
  Buffer.alloc(4),
]);
const mailsTo = async (caller: Caller): Promise<string[]> => {
  const rows = await bench.database
    .selectFrom('mails')
    .select('subject')
    .where('recipient', '=', caller.email)
    .execute();
  return rows.map(({ subject }) => subject);
};

describe('the own profile', () => {
  test('is shown with roles and terms, and changed', async () => {
    const me = await bench.makeUser({ roles: ['directoryReader'] });
    await inTransaction(bench.database, (t) =>
      publishTerms(t, { actor: { kind: 'system' } }, { title: 'Terms', content: 'Be kind.' }),
    );
    const shown = await bench.ask(me, 'GET', '/me');
    expect(shown.json()).toMatchObject({
      id: me.id,
      email: me.email,
      roles: ['directoryReader'],
      tenantName: 'System',
      passwordChangedOn: null,
      termsToAccept: [{ title: 'Terms', version: 1 }],
    });
    const changed = await bench.ask(me, 'PATCH', '/me', {
      body: { firstName: 'Ada', lastName: 'Lovelace', phone: '' },
    });
    expect(changed.json()).toMatchObject({ displayName: 'Lovelace, Ada', phone: null });
    expect((await bench.ask(me, 'PATCH', '/me', { body: { language: '!' } })).json().errors).toMatchObject([
      { path: '/language' },
    ]);
  });

  test('is not for applications', async () => {
    expect((await bench.ask(await bench.makeApplication(), 'GET', '/me')).statusCode).toBe(403);
  });

  test('has a picture, whose type is what it is and not what it is called', async () => {
    const me = await bench.makeUser({ roles: ['directoryReader'] });
    const headers = { 'content-type': 'image/jpeg' };
    expect((await bench.ask(me, 'GET', '/me/picture')).statusCode).toBe(404);
    expect((await bench.ask(me, 'PUT', '/me/picture', { body: png, headers })).statusCode).toBe(204);
    const shown = await bench.ask(me, 'GET', '/me/picture');
    expect(shown.headers['content-type']).toBe('image/png');
    expect(shown.rawPayload.equals(png)).toBe(true);
    expect((await bench.ask(me, 'GET', `/users/${me.id}/picture`)).statusCode).toBe(200);
    const page = { body: Buffer.from('<html></html>'), headers };
    expect((await bench.ask(me, 'PUT', '/me/picture', page)).statusCode).toBe(415);
    const huge = { body: Buffer.alloc(2_097_153), headers };
    expect((await bench.ask(me, 'PUT', '/me/picture', huge)).statusCode).toBe(413);
    expect((await bench.ask(me, 'DELETE', '/me/picture')).statusCode).toBe(204);
    expect((await bench.ask(me, 'GET', '/me/picture')).statusCode).toBe(404);
  });
});

describe('the own password', () => {
  const body = { oldPassword: password, newPassword: next, newPasswordRepeat: next };

  test.each([
    ['the old one is wrong', { ...body, oldPassword: 'wrong' }, 'password.wrong'],
    ['the repeat differs', { ...body, newPasswordRepeat: 'other' }, 'password.repeat-differs'],
    ['the new one is weak', { ...body, newPassword: 'short', newPasswordRepeat: 'short' }, 'password.too-short'],
  ])('stays when %s', async (_, change, code) => {
    const me = await bench.makeUser({ password });
    const answer = await bench.ask(me, 'POST', '/me/password', { body: change });
    expect([answer.statusCode, answer.json().type]).toEqual([400, `urn:portolan:problem:${code}`]);
    expect((await bench.ask(me, 'GET', '/me')).statusCode).toBe(200);
  });

  test('changes, ends what was issued before on every node, and its owner gets a mail', async () => {
    const me = await bench.makeUser({ password });
    expect((await bench.ask(me, 'GET', '/me', { node: 1 })).statusCode).toBe(200);
    expect((await bench.ask(me, 'POST', '/me/password', { body })).statusCode).toBe(204);
    const status = async () => (await bench.ask(me, 'GET', '/me', { node: 1 })).statusCode;
    await expect.poll(status, { timeout: 1_000, interval: 20 }).toBe(401);
    expect(await mailsTo(me)).toEqual(['A change to your account']);
  });

  test('is not guessed by a stolen token', async () => {
    const me = await bench.makeUser({ password });
    const statuses = [];
    for (let count = 0; count < 12; count += 1) {
      statuses.push((await bench.ask(me, 'POST', '/me/password', { body: { ...body, oldPassword: 'x' } })).statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('the own e-mail address', () => {
  test('changes by the code that was mailed there, asked for with the password', async () => {
    const me = await bench.makeUser({ password });
    const newAddress = `new-${me.email}`;
    const refused = await bench.ask(me, 'POST', '/me/email-change', { body: { newAddress, password: 'wrong' } });
    expect(refused.statusCode).toBe(400);
    expect((await bench.ask(me, 'POST', '/me/email-change', { body: { newAddress, password } })).statusCode).toBe(204);
    const [mail] = await bench.database
      .selectFrom('mails')
      .select(['id', 'sealedContent'])
      .where('recipient', '=', newAddress)
      .execute();
    const place = { table: 'mails', row: mail?.id ?? '', field: 'sealed_content' };
    const [code = ''] = /\d{6}/.exec(bench.deps.box.openText(mail?.sealedContent ?? '', place)) ?? [];
    const wrong = await bench.ask(me, 'POST', '/me/email-change/confirm', {
      body: { newAddress, code: code === '000000' ? '000001' : '000000' },
    });
    expect(wrong.statusCode).not.toBe(200);
    const right = await bench.ask(me, 'POST', '/me/email-change/confirm', { body: { newAddress, code } });
    expect(right.json()).toMatchObject({ email: newAddress, emailVerified: true });
  });

  test('floods nobody', async () => {
    const me = await bench.makeUser({ password });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      const body = { newAddress: `x${count}-${me.email}`, password };
      statuses.push((await bench.ask(me, 'POST', '/me/email-change', { body })).statusCode);
    }
    expect(statuses).toEqual([204, 204, 204, 429]);
  });
});

describe('the own sessions', () => {
  test('are listed, ended one by one, and all at once', async () => {
    const me = await bench.makeUser();
    const other = await bench.tokenFor(me);
    const elsewhere = { ...me, ...other };
    const list = await bench.ask(me, 'GET', '/me/sessions');
    expect(list.json().totalCount).toBe(2);
    const foreign = list.json().result.find(({ current }: { current: boolean }) => !current);
    expect(foreign).toMatchObject({
      kind: 'application',
      applications: [{ id: bench.consoleId, name: 'Portolan Console' }],
    });
    const stranger = await bench.makeUser();
    expect((await bench.ask(stranger, 'DELETE', `/me/sessions/${foreign.id}`)).statusCode).toBe(404);
    expect((await bench.ask(me, 'DELETE', '/me/sessions/nonsense')).statusCode).toBe(400);
    expect((await bench.ask(me, 'DELETE', `/me/sessions/${foreign.id}`)).statusCode).toBe(204);
    const statusOf = (caller: Caller) => async () => (await bench.ask(caller, 'GET', '/me', { node: 1 })).statusCode;
    await expect.poll(statusOf(elsewhere), { timeout: 1_000, interval: 20 }).toBe(401);
    expect(await statusOf(me)()).toBe(200);
    expect((await bench.ask(me, 'POST', '/me/sign-out-everywhere')).statusCode).toBe(204);
    await expect.poll(statusOf(me), { timeout: 1_000, interval: 20 }).toBe(401);
  });
});

describe('the second factor', () => {
  test('an authenticator app is set up with the password, confirmed by a code, and removed', async () => {
    const me = await bench.makeUser({ password });
    const elsewhere = { ...me, ...(await bench.tokenFor(me)) };
    const path = '/me/second-factors';
    expect((await bench.ask(me, 'GET', path)).json()).toEqual({
      totp: false,
      passkeys: [],
      passkeysPossible: true,
      recoveryCodesLeft: 0,
    });
    expect((await bench.ask(me, 'POST', `${path}/totp`)).statusCode).toBe(400);
    const started = await bench.ask(me, 'POST', `${path}/totp`, { body: { password } });
    const { secret, address, qrCode } = started.json();
    expect(address).toMatch(/^otpauth:\/\/totp\//);
    expect(qrCode.path).toMatch(/^M/);
    const code = new TOTP({ secret }).generate();
    const confirmed = await bench.ask(me, 'POST', `${path}/totp/confirm`, { body: { code } });
    expect(confirmed.json().recoveryCodes).toHaveLength(10);
    const statusOf = (caller: Caller) => async () => (await bench.ask(caller, 'GET', path, { node: 1 })).statusCode;
    await expect.poll(statusOf(elsewhere), { timeout: 1_000, interval: 20 }).toBe(401);
    expect((await bench.ask(me, 'GET', path)).json()).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    const replaced = await bench.ask(me, 'POST', `${path}/recovery-codes`, { body: { password } });
    expect(replaced.json().recoveryCodes).not.toEqual(confirmed.json().recoveryCodes);
    expect((await bench.ask(me, 'POST', `${path}/totp/remove`, { body: { password: 'x' } })).statusCode).toBe(400);
    expect((await bench.ask(me, 'POST', `${path}/totp/remove`, { body: { password } })).statusCode).toBe(204);
    expect((await bench.ask(me, 'GET', path)).json().totp).toBe(false);
    // There is nothing to tell of what was not there.
    expect((await bench.ask(me, 'POST', `${path}/totp/remove`, { body: { password } })).statusCode).toBe(204);
    expect(await mailsTo(me)).toHaveLength(3);
  });

  test('a passkey is offered for five minutes and for one user', async () => {
    const [me, other] = [await bench.makeUser({ password }), await bench.makeUser({ password })];
    const offer = await bench.ask(me, 'POST', '/me/second-factors/passkeys/offer', { body: { password } });
    expect(offer.json().options).toMatchObject({ rp: { id: 'localhost' }, user: { name: me.email } });
    const body = { occasion: offer.json().occasion, name: 'Key', passkey: { id: 'x' } };
    const stolen = await bench.ask(other, 'POST', '/me/second-factors/passkeys', { body });
    expect(stolen.json().type).toBe('urn:portolan:problem:passkey.expired');
    const false_ = await bench.ask(me, 'POST', '/me/second-factors/passkeys', { body });
    expect(false_.statusCode).toBe(400);
    expect(false_.json().type).not.toBe('urn:portolan:problem:passkey.expired');
    const nothing = await bench.ask(me, 'POST', `/me/second-factors/passkeys/${me.id}/remove`, { body: { password } });
    expect(nothing.statusCode).toBe(404);
  });
});

describe('with a session of the console', () => {
  /** A session row, as /auth/callback makes it. */
  const openSession = async (me: Caller): Promise<Record<string, string>> => {
    const token = issueToken('ptl_ses');
    const claims = {
      subject: me.id,
      applicationId: bench.consoleId,
      tenantId: me.tenantId,
      scopes: ['user_impersonation'],
      applicationVersion: 1,
      version: 1,
      grantId: me.grantId,
    };
    await sql`INSERT INTO oidc_records (model, id_hash, uid, payload, account_id, client_id, grant_id, expires_at)
      VALUES ('ConsoleSession', ${hashToken(token)}, gen_random_uuid(), ${JSON.stringify({ claims, userAgent: 'Test', ipAddress: '::1' })},
        ${me.id}, ${bench.consoleId}, ${me.grantId}, now() + interval '1 day')`.execute(bench.database);
    return { cookie: `portolan_console=${token}`, origin: 'http://localhost:4000' };
  };

  test('a new password ends every other session and token, and this one goes on', async () => {
    const me = await bench.makeUser({ password });
    const elsewhere = { ...me, ...(await bench.tokenFor(me)) };
    const headers = await openSession(me);
    expect((await bench.ask(undefined, 'GET', '/me', { headers })).json().id).toBe(me.id);
    const body = { oldPassword: password, newPassword: next, newPasswordRepeat: next };
    expect((await bench.ask(undefined, 'POST', '/me/password', { body, headers })).statusCode).toBe(204);
    await expect
      .poll(async () => (await bench.ask(elsewhere, 'GET', '/me', { node: 1 })).statusCode, {
        timeout: 1_000,
        interval: 20,
      })
      .toBe(401);
    expect((await bench.ask(undefined, 'GET', '/me', { headers, node: 1 })).statusCode).toBe(200);
    expect((await bench.ask(undefined, 'GET', '/me', { headers })).statusCode).toBe(200);
  });

  test('a second factor ends every other sign-in, and this one goes on', async () => {
    const me = await bench.makeUser({ password });
    const elsewhere = { ...me, ...(await bench.tokenFor(me)) };
    const headers = await openSession(me);
    const path = '/me/second-factors/totp';
    const { secret } = (await bench.ask(undefined, 'POST', path, { body: { password }, headers })).json();
    const body = { code: new TOTP({ secret }).generate() };
    expect((await bench.ask(undefined, 'POST', `${path}/confirm`, { body, headers })).statusCode).toBe(200);
    const status = async () => (await bench.ask(elsewhere, 'GET', '/me', { node: 1 })).statusCode;
    await expect.poll(status, { timeout: 1_000, interval: 20 }).toBe(401);
    expect((await bench.ask(undefined, 'GET', '/me', { headers, node: 1 })).statusCode).toBe(200);
    const removed = await bench.ask(undefined, 'POST', `${path}/remove`, { body: { password }, headers });
    expect(removed.statusCode).toBe(204);
    expect((await bench.ask(undefined, 'GET', '/me', { headers })).statusCode).toBe(200);
  });

  test('a change from another site is refused', async () => {
    const headers = { ...(await openSession(await bench.makeUser())), origin: 'https://evil.example.com' };
    const answer = await bench.ask(undefined, 'PATCH', '/me', { body: { firstName: 'X' }, headers });
    expect([answer.statusCode, answer.json().type]).toEqual([403, 'urn:portolan:problem:session.cross-site']);
  });
});
