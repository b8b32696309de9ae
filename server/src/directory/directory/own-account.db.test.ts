import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  findMissingTerms,
  inviteUser,
  issueOneTimeCode,
  preparePassword,
  publishTerms,
  registerUser,
  setPassword,
  signInWithPassword,
  systemTenantId,
  type User,
} from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { acting, type BenchUser, type Caller, useDirectoryBench } from '../test/directory-bench.ts';

const bench = useDirectoryBench();
const oldPassword = 'a long and winding road';
const newPassword = 'another long and winding road';

const post = async (caller: Caller, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  await bench().ask(caller, 'POST', `/directory/users/me/${path}`, {
    headers,
    ...(body === undefined ? {} : { body }),
  });

const makeUserWithPassword = async (): Promise<BenchUser> => {
  const { deps, database, makeUser, tokenFor, application } = bench();
  const user = await makeUser();
  const password = await preparePassword(deps, { password: oldPassword, owner: { email: user.email } });
  const scope = { tenantId: user.tenantId };
  await inTransaction(database, (t) => setPassword(t, acting, { userId: user.id, scope, password }));
  return { ...user, token: await tokenFor(user, application, { uver: 2 }) };
};

/** The codes in the mails to an address, oldest first. */
const codesTo = async (address: string): Promise<string[]> => {
  const { database, deps } = bench();
  const mails = await database
    .selectFrom('mails')
    .select(['id', 'sealedContent'])
    .where('recipient', '=', address)
    .orderBy('createdAt')
    .execute();
  return mails.flatMap(({ id, sealedContent }) => {
    const content = deps.secretBox.openText(sealedContent ?? '', { table: 'mails', row: id, field: 'sealed_content' });
    return /Your code: (\d{6})/.exec(content)?.[1] ?? [];
  });
};

describe('me/edit', () => {
  test('changes what is given and keeps the rest', async () => {
    const { ask, makeUser } = bench();
    const user = await makeUser({ firstName: 'Ada', lastName: 'Byron', countryCode: 'GB' });
    expect((await post(user, 'edit', { lastName: 'Lovelace' })).statusCode).toBe(204);
    const profile = await ask(user, 'GET', '/my/profile');
    expect(profile.json()).toMatchObject({ name: 'Lovelace, Ada', countryCode: 'GB' });
    const refused = await post(user, 'edit', { countryCode: 'nowhere', unknown: 1 });
    expect([refused.statusCode, refused.json().subCode]).toEqual([400, 10]);
    expect((await post(user, 'edit', { lastName: 7 })).statusCode).toBe(400);
  });
});

describe('me/change/password', () => {
  test('takes the old one, ends every token, and tells the owner', async () => {
    const { ask, deps, database } = bench();
    const user = await makeUserWithPassword();
    const change = async (changes: object) =>
      (await post(user, 'change/password', { oldPassword, newPassword, newPasswordRepeat: newPassword, ...changes }))
        .statusCode;
    expect(await change({ newPasswordRepeat: 'else' })).toBe(400);
    expect(await change({ oldPassword: 'wrong wrong wrong' })).toBe(400);
    expect(await change({ oldPassword: null })).toBe(400);
    expect(await change({ newPassword: 'short', newPasswordRepeat: 'short' })).toBe(400);
    expect(await change({})).toBe(204);
    expect((await ask(user, 'GET', '/my/profile')).statusCode).toBe(401);
    const signedIn = await signInWithPassword(deps, acting, {
      email: user.email,
      password: newPassword,
      address: '192.0.2.1',
      scope: 'everyTenant',
    });
    expect(signedIn.map(({ user: { id } }) => id)).toEqual([user.id]);
    const mails = await database.selectFrom('mails').select('subject').where('recipient', '=', user.email).execute();
    expect(mails).toEqual([{ subject: 'A change to your account' }]);
  });
});

describe('me/change/{type}', () => {
  test('an e-mail address is proven by a code that goes to it', async () => {
    const { ask, makeUser } = bench();
    const user = await makeUser();
    const newAddress = `${randomUUID()}@example.org`;
    expect((await post(user, 'change/email', { oldAddress: 'x@example.com', newAddress })).statusCode).toBe(400);
    expect((await post(user, 'change/email', { oldAddress: user.email, newAddress })).statusCode).toBe(204);
    const [code = ''] = await codesTo(newAddress);
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await post(user, 'change/email/verify', { activationCode: wrong, address: newAddress })).statusCode).toBe(
      401,
    );
    expect((await post(user, 'change/phone/verify', { activationCode: code, address: newAddress })).statusCode).toBe(
      401,
    );
    expect((await post(user, 'change/email/verify', { activationCode: code, address: newAddress })).statusCode).toBe(
      204,
    );
    expect((await post(user, 'change/email/verify', { activationCode: code, address: newAddress })).statusCode).toBe(
      401,
    );
    expect((await ask(user, 'GET', '/my/profile')).json()).toMatchObject({ email: newAddress, verifiedEmail: true });
    const told = await bench()
      .database.selectFrom('mails')
      .select('subject')
      .where('recipient', '=', user.email)
      .execute();
    expect(told).toEqual([{ subject: 'A change to your account' }]);
  });

  test("a phone number by a code that goes to the account's mailbox", async () => {
    const { ask, makeUser } = bench();
    const user = await makeUser();
    const newAddress = '+44 20 7946 0000';
    expect((await post(user, 'change/phone', { newAddress })).statusCode).toBe(204);
    const [code] = await codesTo(user.email);
    expect((await post(user, 'change/phone/verify', { activationCode: code, address: newAddress })).statusCode).toBe(
      204,
    );
    expect((await ask(user, 'GET', '/my/profile')).json()).toMatchObject({ phone: newAddress, verifiedPhone: true });
  });

  test('other kinds are refused, and whoever asks often is slowed down', async () => {
    const user = await bench().makeUser();
    expect((await post(user, 'change/fax', { newAddress: 'x' })).statusCode).toBe(400);
    const statuses = [];
    for (let round = 0; round < 5; round += 1) {
      statuses.push((await post(user, 'change/phone', { newAddress: '+44 20 7946 0000' })).statusCode);
    }
    expect(statuses).toEqual([204, 204, 204, 429, 429]);
  });
});

describe('me/accept/terms', () => {
  test('accepts what is said and nothing else', async () => {
    const { makeUser, makeService, makeTenant, database } = bench();
    const user = await makeUser();
    const serviceId = await makeService();
    await inTransaction(database, (t) => publishTerms(t, acting, { title: 'Platform', content: 'Be kind.' }));
    await inTransaction(database, (t) => publishTerms(t, acting, { serviceId, title: 'Service', content: 'Pay.' }));
    const missing = async () =>
      (await findMissingTerms(database, { userId: user.id, serviceId })).map(({ kind }) => kind);
    const accept = async (acceptPlatformTerms: boolean, acceptServiceTerms: boolean, id: string | null = serviceId) =>
      (await post(user, 'accept/terms', { acceptPlatformTerms, acceptServiceTerms, serviceId: id })).statusCode;
    expect(await accept(false, false)).toBe(204);
    expect(await missing()).toEqual(['platform', 'service']);
    expect(await accept(true, false)).toBe(204);
    expect(await missing()).toEqual(['service']);
    expect(await accept(false, true, null)).toBe(400);
    expect(await accept(false, true, 'nonsense')).toBe(400);
    expect(await accept(false, true, randomUUID())).toBe(404);
    expect(await accept(false, true, await makeService({ tenantId: await makeTenant() }))).toBe(404);
    expect(await accept(true, true)).toBe(204);
    expect(await missing()).toEqual([]);
    await sql`TRUNCATE terms_documents CASCADE`.execute(database);
  });
});

test('applications that act for themselves have no account', async () => {
  const { makeApplication } = bench();
  const caller = await makeApplication();
  for (const path of ['edit', 'change/password', 'change/email', 'change/email/verify', 'accept/terms']) {
    expect((await post(caller, path, {})).statusCode).toBe(403);
  }
});

describe('activation, with a key and a token of its own (contract X1)', () => {
  const makeInvited = async (): Promise<User> => {
    const person = { email: `${randomUUID()}@example.com` };
    return (await inTransaction(bench().database, (t) => registerUser(t, acting, { tenantId: systemTenantId, person })))
      .user;
  };
  const invite = async (user: User): Promise<string> => {
    const input = { userId: user.id, scope: { tenantId: user.tenantId } };
    return (await inTransaction(bench().database, (t) => inviteUser(t, acting, input))).token;
  };
  const send = async (method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: unknown) =>
    await bench().app.inject({
      method,
      url: `/services/v3/directory/users/me/${path}`,
      headers: { 'ocp-apim-subscription-key': bench().application.key, ...headers },
      ...(body === undefined ? {} : { body: body as object }),
    });
  const activation = {
    password: oldPassword,
    passwordRepeat: oldPassword,
    acceptPlatformTerms: true,
    acceptServiceTerms: true,
  };

  test('a code becomes a token, the token shows the account and activates it once', async () => {
    const { database, deps } = bench();
    const user = await makeInvited();
    const { code } = await inTransaction(database, (transaction) =>
      issueOneTimeCode({ transaction, oneTimeCodes: deps.oneTimeCodes }, acting, { user, purpose: 'activation' }),
    );
    const wrong = code === '000000' ? '111111' : '000000';
    expect((await send('POST', 'exchange/otp', { otpAuthCode: wrong, emailAddress: user.email })).statusCode).toBe(401);
    const exchanged = await send('POST', 'exchange/otp', { otpAuthCode: code, emailAddress: user.email });
    const { expiry, issued, authToken, issuedBy } = exchanged.json();
    expect([exchanged.statusCode, expiry - issued, issuedBy]).toEqual([200, 1_800, 'http://localhost:4000/identity']);
    expect((await send('POST', 'exchange/otp', { otpAuthCode: code, emailAddress: user.email })).statusCode).toBe(401);

    const pending = await send('GET', 'pending/activation', { authToken, emailAddress: user.email });
    expect(pending.json()).toMatchObject({ id: user.id, activated: false, '#companies': 0 });
    expect((await send('GET', 'pending/activation', { authToken, emailAddress: 'else@example.com' })).statusCode).toBe(
      401,
    );
    expect((await send('GET', 'pending/activation', { emailAddress: user.email })).statusCode).toBe(401);

    const details = { userDetails: { firstName: 'Ada', lastName: 'Lovelace' }, email: user.email, userId: user.id };
    expect((await send('POST', 'activate', { authToken }, { ...activation, passwordRepeat: 'else' })).statusCode).toBe(
      400,
    );
    const both = await Promise.all(
      [1, 2].map(() => send('POST', 'activate', { authToken }, { ...activation, ...details })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
    const { rows } = await sql<{ active: boolean; name: string }>`
      SELECT activated_at IS NOT NULL AS active, display_name AS name FROM users WHERE id = ${user.id}`.execute(
      database,
    );
    expect(rows).toEqual([{ active: true, name: 'Lovelace, Ada' }]);
  });

  test('the token of a link does the same', async () => {
    const user = await makeInvited();
    const authToken = await invite(user);
    expect((await send('GET', 'pending/activation', { authToken })).statusCode).toBe(200);
    expect((await send('POST', 'activate', { authToken }, activation)).statusCode).toBe(204);
    expect((await send('GET', 'pending/activation', { authToken })).statusCode).toBe(401);
  });

  test('terms that are not accepted stand in the way', async () => {
    const { database } = bench();
    await inTransaction(database, (t) => publishTerms(t, acting, { title: 'Platform', content: 'Be kind.' }));
    const authToken = await invite(await makeInvited());
    const refused = await send('POST', 'activate', { authToken }, { ...activation, acceptPlatformTerms: false });
    expect([refused.statusCode, refused.json().information]).toEqual([400, 'terms.not-accepted']);
    expect((await send('POST', 'activate', { authToken }, activation)).statusCode).toBe(204);
    await sql`TRUNCATE terms_documents CASCADE`.execute(database);
  });

  test('without a key nobody gets in; without a token the answer is 401 too', async () => {
    for (const [method, path] of [
      ['POST', 'exchange/otp'],
      ['GET', 'pending/activation'],
      ['POST', 'activate'],
    ] as const) {
      const noKey = await send(
        method,
        path,
        { 'ocp-apim-subscription-key': '' },
        method === 'POST' ? activation : undefined,
      );
      const noToken = await send(method, path, {}, method === 'POST' ? activation : undefined);
      expect([noKey.statusCode, noToken.statusCode]).toEqual([401, 401]);
      expect(noToken.json()).toEqual({ Message: expect.any(String) });
    }
  });

  test('whoever guesses is slowed down', async () => {
    const emailAddress = `${randomUUID()}@example.com`;
    const statuses = [];
    for (let round = 0; round < 12; round += 1) {
      statuses.push((await send('POST', 'exchange/otp', { otpAuthCode: '123456', emailAddress })).statusCode);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.at(-1)).toBe(429);
  });
});
