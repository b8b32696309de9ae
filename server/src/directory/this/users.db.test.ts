import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { exchangeActivationCode, findPendingActivation, systemTenantId } from '../../accounts/index.ts';
import { type Caller, type ServiceOptions, useDirectoryBench } from '../test/directory-bench.ts';

const bench = useDirectoryBench();

const setUp = async (options: ServiceOptions = {}, redirectUrls: readonly string[] = []) => {
  const serviceId = await bench().makeService(options);
  return { serviceId, caller: await bench().makeApplication({ services: [serviceId], redirectUrls }) };
};
const newEmail = () => `${randomUUID()}@example.com`;
const post = async (caller: Caller, body: unknown, headers: Record<string, string> = {}) =>
  await bench().ask(caller, 'POST', Array.isArray(body) ? '/this/users' : '/this/user', { body, headers });
const created = async (caller: Caller, body: unknown) => {
  const answer = await post(caller, body);
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.json();
};
const tokenIn = (text: string): string => /register\?token=(\S+)/.exec(text)?.[1] ?? '';
const countDeadlocks = async () => {
  const { rows } = await sql<{ deadlocks: string }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(bench().database);
  return rows[0]?.deadlocks;
};
const countUsers = async (email: string) => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users WHERE email_key = lower(${email})`.execute(bench().database);
  return rows[0]?.count;
};

describe('a user', () => {
  test('is created and invited by mail with a link that works', async () => {
    const { caller } = await setUp();
    const email = newEmail();
    const user = await created(caller, {
      firstName: 'Ada',
      lastName: 'Byron',
      email,
      phone: '+47 22 00 00 00',
      countryCode: 'no',
    });
    expect(user).toEqual({
      confirmationUrl: null,
      identity: `/directory/users/${user.id}`,
      email,
      activated: false,
      tenantId: systemTenantId,
      name: 'Byron, Ada',
      id: user.id,
    });
    const [mail, ...others] = await bench().mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Activate your account');
    const pending = await findPendingActivation(bench().database, { token: tokenIn(mail?.text ?? '') });
    expect(pending.user).toMatchObject({ id: user.id, phone: '+47 22 00 00 00', countryCode: 'NO' });
    expect(await bench().auditOf(user.id)).toEqual(['user.registered', 'user.invited']);
  });

  test('without sendMail gets no mail: the caller gets the link', async () => {
    const { caller } = await setUp();
    const email = newEmail();
    const { confirmationUrl, id } = await created(caller, { email, options: { sendMail: false } });
    expect(await bench().mailsTo(email)).toEqual([]);
    const { user } = await findPendingActivation(bench().database, { token: tokenIn(confirmationUrl) });
    expect(user.id).toBe(id);
  });

  test('is invited with the words, contact, service and return address of the request', async () => {
    const { caller, serviceId } = await setUp({ name: 'Tide tables' }, ['https://app.example.com/callback']);
    const email = newEmail();
    await created(caller, {
      email,
      options: {
        createSubscription: true,
        returnUrl: 'https://app.example.com/welcome?x=1',
        contactEmail: 'boss@example.com',
        contactName: 'The Boss',
        inviteMessage: 'Welcome on board.\nSee you <soon>.',
      },
    });
    const [mail] = await bench().mailsTo(email);
    expect(mail?.text).toContain(
      'The Boss (boss@example.com) has made an account for you. With it you subscribe to Tide tables.',
    );
    expect(mail?.text).toContain('Welcome on board.\nSee you <soon>.');
    const { context } = await findPendingActivation(bench().database, { token: tokenIn(mail?.text ?? '') });
    expect(context).toEqual({ returnUrl: 'https://app.example.com/welcome?x=1', serviceId });
  });

  test('with activationType otp gets a code that becomes an activation token', async () => {
    const { caller } = await setUp();
    const email = newEmail();
    await created(caller, { email, options: { activationType: 'otp' } });
    const [mail, ...others] = await bench().mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).not.toMatch(/\d{6}/);
    const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
    const { token } = await exchangeActivationCode(bench().deps, { actor: { kind: 'anonymous' } }, { email, code });
    expect((await findPendingActivation(bench().database, { token })).user.email).toBe(email);
  });
});

describe('subscriptions of a new user', () => {
  const stateOf = async (caller: Caller, serviceId: string, userId: string) =>
    (await bench().ask(caller, 'GET', `/this/services/${serviceId}/subscribers/${userId}`)).json();

  test('to the only service, with the first level and no second mail', async () => {
    const { caller, serviceId } = await setUp({ levels: ['Reader', 'Editor'], notification: 'send' });
    const email = newEmail();
    const { id } = await created(caller, { email, options: { createSubscription: true } });
    expect(await stateOf(caller, serviceId, id)).toMatchObject({ state: 'subscribing', role: 'Reader' });
    expect(await bench().mailsTo(email)).toHaveLength(1);
    expect(await bench().auditOf(`${serviceId}/${id}`)).toEqual(['subscription.subscribing']);
  });

  test('by a list: each with its role and notification, whatever serviceId and role say', async () => {
    const first = await bench().makeService({ levels: ['Reader', 'Editor'] });
    const second = await bench().makeService({ approvalNeeded: true });
    const caller = await bench().makeApplication({ services: [first, second] });
    const email = newEmail();
    const { id } = await created(caller, {
      email,
      options: {
        serviceId: 'nonsense',
        role: 'Nobody',
        subscriptions: [
          { serviceId: first, role: 'Editor', overrideNotificationSettings: 'send' },
          { serviceId: second, sku: 'gold' },
        ],
      },
    });
    expect(await stateOf(caller, first, id)).toMatchObject({ state: 'subscribing', role: 'Editor' });
    expect(await stateOf(caller, second, id)).toMatchObject({ state: 'pending', role: null });
    expect((await bench().mailsTo(email)).map(({ subject }) => subject).sort()).toEqual([
      'Activate your account',
      expect.stringContaining('You have access to'),
    ]);
  });

  test('are none without a word of them', async () => {
    const { caller, serviceId } = await setUp();
    const { id } = await created(caller, { email: newEmail(), options: { serviceId } });
    expect(await stateOf(caller, serviceId, id)).toMatchObject({ state: 'notSubscribing' });
  });

  test('leave alone what somebody has who is found', async () => {
    const { caller, serviceId } = await setUp({ levels: ['Reader', 'Editor'], notification: 'send' });
    const user = await bench().makeUser();
    await bench().ask(caller, 'PUT', `/this/services/${serviceId}/subscribers/${user.id}`, {
      body: { role: 'Editor', overrideNotificationSettings: 'suppress' },
    });
    const again = { email: user.email, options: { createSubscription: true } };
    expect(await created(caller, again)).toMatchObject({ id: user.id, activated: true, confirmationUrl: null });
    expect(await stateOf(caller, serviceId, user.id)).toMatchObject({ role: 'Editor' });
    await created(caller, { ...again, options: { ...again.options, role: 'Reader' } });
    expect(await stateOf(caller, serviceId, user.id)).toMatchObject({ role: 'Reader' });
    expect(await bench().mailsTo(user.email)).toEqual([]);
  });

  test('above the limit: nobody is created', async () => {
    const { caller } = await setUp({ subscriberLimit: 1 });
    const emails = [newEmail(), newEmail()];
    const answer = await post(
      caller,
      emails.map((email) => ({ email, options: { createSubscription: true } })),
    );
    expect([answer.statusCode, answer.json().information]).toEqual([400, 'subscription.limit-reached']);
    for (const email of emails) expect(await countUsers(email)).toBe(0);
  });
});

describe('userCreationOptions', () => {
  test('all finds whoever has an account, in any spelling, and invites again who has not activated it', async () => {
    const { caller } = await setUp();
    const active = await bench().makeUser();
    const waiting = await bench().makeUser({ activated: false });
    const answers = await created(caller, [{ email: active.email.toUpperCase() }, { email: waiting.email }]);
    expect(answers.map(({ id }: { id: string }) => id)).toEqual([active.id, waiting.id]);
    expect(await bench().mailsTo(active.email)).toEqual([]);
    expect(await bench().mailsTo(waiting.email)).toHaveLength(1);
  });

  test('onlyNew is 400 for whoever has an account, and nobody of the list is created', async () => {
    const { caller } = await setUp();
    const { email } = await bench().makeUser();
    const options = { userCreationOptions: 'onlyNew' };
    const fresh = newEmail();
    const answer = await post(caller, [
      { email: fresh, options },
      { email, options },
    ]);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ subCode: 10, message: expect.stringContaining('`/1/email`') });
    expect(await countUsers(fresh)).toBe(0);
    const twice = await post(caller, [
      { email: fresh, options },
      { email: fresh, options },
    ]);
    expect([twice.statusCode, await countUsers(fresh)]).toEqual([400, 0]);
    expect((await created(caller, { email: fresh, options })).email).toBe(fresh);
  });

  test('onlyInvited invites again who waits, and creates nobody', async () => {
    const { caller } = await setUp();
    const options = { userCreationOptions: 'onlyInvited', sendMail: false };
    const waiting = await bench().makeUser({ activated: false });
    const active = await bench().makeUser();
    const answers = await created(caller, [
      { email: waiting.email, options },
      { email: active.email, options },
    ]);
    expect(answers[0].confirmationUrl).toContain('/identity/register?token=');
    expect(answers[1].confirmationUrl).toBeNull();
    const fresh = newEmail();
    expect((await post(caller, { email: fresh, options })).statusCode).toBe(400);
    expect(await countUsers(fresh)).toBe(0);
  });

  test('who has an account is subscribed once by many requests at the same time, and none of them is refused', async () => {
    const { caller, serviceId } = await setUp();
    const { email, id } = await bench().makeUser();
    const options = { createSubscription: true, serviceId };
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => (await post(caller, { email, options })).statusCode),
    );
    expect(answers).toEqual(answers.map(() => 200));
    expect(await bench().auditOf(`${serviceId}/${id}`)).toEqual(['subscription.subscribing']);
  });

  test('who waits for the activation is invited by requests for several services without a deadlock', async () => {
    const services = await Promise.all(Array.from({ length: 3 }, async () => await bench().makeService()));
    const caller = await bench().makeApplication({ services });
    const { email, id } = await bench().makeUser({ activated: false });
    const before = await countDeadlocks();
    const answers = await Promise.all(
      Array.from({ length: 9 }, async (_, place) => {
        const options = { createSubscription: true, serviceId: services[place % 3] };
        return (await post(caller, { email, options })).statusCode;
      }),
    );
    expect(answers).toEqual(answers.map(() => 200));
    expect(await countDeadlocks()).toBe(before);
    for (const serviceId of services) expect(await bench().auditOf(`${serviceId}/${id}`)).toHaveLength(1);
  });

  test('of ten registrations of one e-mail at once one creates and the others find', async () => {
    const { caller } = await setUp();
    const email = newEmail();
    const users = await Promise.all(Array.from({ length: 10 }, async () => await created(caller, { email })));
    expect(new Set(users.map(({ id }) => id)).size).toBe(1);
    const options = { userCreationOptions: 'onlyNew' };
    const other = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => await post(caller, { email: other, options })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(9);
  });
});

describe('many users', () => {
  test('come back in the order of the request; who stands twice is made and invited once', async () => {
    const { caller } = await setUp();
    const emails = Array.from({ length: 120 }, newEmail);
    const list = [...emails, emails[0]?.toUpperCase()].map((email) => ({ email, options: { sendMail: false } }));
    const users = await created(caller, list);
    expect(users.slice(0, 120).map(({ email }: { email: string }) => email)).toEqual(emails);
    expect(users[120]).toEqual(users[0]);
    expect(new Set(users.map(({ confirmationUrl }: { confirmationUrl: string }) => confirmationUrl)).size).toBe(120);
  });

  test('none is an empty list', async () => {
    const { caller } = await setUp();
    expect(await created(caller, [])).toEqual([]);
  });

  test('all problems are told, and nobody is created', async () => {
    const { caller } = await setUp();
    const good = newEmail();
    const answer = await post(caller, [
      { email: good },
      { email: '' },
      { email: 'x@y.z', options: { createSubscription: true, serviceId: randomUUID() } },
      { email: 'x@y.z', options: { returnUrl: 'https://evil.example' } },
    ]);
    expect(answer.statusCode).toBe(400);
    const { information } = answer.json();
    for (const place of ['/1/email', '/2/options/serviceId', '/3/options/returnUrl'])
      expect(information).toContain(place);
    expect(await countUsers(good)).toBe(0);
  });

  test('more than five thousand are 413', async () => {
    const { caller } = await setUp();
    const answer = await post(
      caller,
      Array.from({ length: 5_001 }, () => ({ email: 'a@b.c' })),
    );
    expect(answer.statusCode).toBe(413);
  });
});

describe('wrong registrations', () => {
  test.each([
    [null, 400],
    ['text', 400],
    [{}, 400],
    [{ email: 7 }, 400],
    [{ email: 'no address' }, 400],
    [{ email: 'a@b.c', phone: 'call me' }, 400],
    [{ email: 'a@b.c', countryCode: 'Norway' }, 400],
    [{ email: 'a@b.c', firstName: 'x'.repeat(101) }, 400],
    [{ email: 'a@b.c', options: { activationType: 'pigeon' } }, 400],
    [{ email: 'a@b.c', options: { userCreationOptions: 'some' } }, 400],
    [{ email: 'a@b.c', options: { sendMail: 'yes' } }, 400],
    [{ email: 'a@b.c', options: { subscriptions: [{}] } }, 400],
    [{ email: 'a@b.c', options: { returnUrl: 'http://app.example.com' } }, 400],
    [{ email: 'a@b.c', options: { returnUrl: 'javascript:alert(1)' } }, 400],
    [{ email: 'a@b.c', options: { returnUrl: 'https://app.example.com.evil.example/' } }, 400],
  ])('%j is %i', async (body, status) => {
    const { caller } = await setUp({}, ['https://app.example.com/callback']);
    const answer = await bench().ask(caller, 'POST', '/this/user', {
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.json().subCode]).toEqual([status, 10]);
  });
});

describe('who may create users', () => {
  test('applications that manage a service, and administrators of one; others are 403', async () => {
    const { serviceId } = await setUp();
    const reader = await bench().makeApplication({ readOnly: [serviceId] });
    const unlinked = await bench().makeApplication();
    for (const caller of [reader, unlinked]) {
      const answer = await post(caller, { email: newEmail() });
      expect(answer.statusCode).toBe(403);
      expect(Object.keys(answer.json())).toEqual(['Message']);
    }
    const person = await bench().makeUser();
    const used = await bench().asUser(reader, person);
    expect((await post(used, { email: newEmail() })).statusCode).toBe(403);
    await bench().addAdministrator(serviceId, person);
    expect((await post(used, { email: newEmail() })).statusCode).toBe(200);
  });

  test('in the system tenant or their own; no other tenant is there for them', async () => {
    const tenantId = await bench().makeTenant();
    const serviceId = await bench().makeService({ tenantId });
    const caller = await bench().makeApplication({ tenantId, services: [serviceId] });
    const email = newEmail();
    expect((await post(caller, { email }, { tenantId })).json().tenantId).toBe(tenantId);
    expect((await post(caller, { email })).json().tenantId).toBe(systemTenantId);
    expect(await countUsers(email)).toBe(2);
    for (const other of [await bench().makeTenant(), randomUUID()]) {
      expect((await post(caller, { email }, { tenantId: other })).statusCode).toBe(404);
    }
  });
});

describe('an Idempotency-Key', () => {
  test('gives the first answer again, link included, and is refused with another body', async () => {
    const { caller } = await setUp();
    const body = { email: newEmail(), options: { sendMail: false, userCreationOptions: 'onlyNew' } };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await post(caller, body, headers);
    const second = await post(caller, body, headers);
    expect([first.statusCode, second.statusCode, second.body]).toEqual([200, 200, first.body]);
    expect((await post(caller, { ...body, firstName: 'X' }, headers)).statusCode).toBe(422);
    expect((await post(caller, body)).statusCode).toBe(400);
  });
});

describe('resolve({email})', () => {
  const resolve = async (caller: Caller, text: string) => await bench().ask(caller, 'GET', `/this/user/resolve${text}`);

  test('finds all accounts in the tenants that the caller sees', async () => {
    const tenantId = await bench().makeTenant();
    const serviceId = await bench().makeService({ tenantId });
    const caller = await bench().makeApplication({ tenantId, services: [serviceId] });
    const common = await bench().makeUser();
    const own = await bench().makeUser({ tenantId, email: common.email });
    await bench().makeUser({ tenantId: await bench().makeTenant(), email: common.email });
    const answer = await resolve(caller, `(${common.email})`);
    expect(answer.statusCode).toBe(200);
    const ids = answer.json().map(({ id }: { id: string }) => id);
    expect(ids.sort()).toEqual([common.id, own.id].sort());
    expect((await resolve(caller, `(${newEmail()})`)).json()).toEqual([]);
  });

  test('reads the address in every spelling', async () => {
    const { caller } = await setUp();
    const user = await bench().makeUser({ email: `o'neil+${randomUUID()}@example.com` });
    const encoded = encodeURIComponent(user.email.toUpperCase());
    for (const text of [`(${user.email})`, `(${encoded})`, `%28${encoded}%29`, `%28${user.email}%29/`]) {
      const answer = await resolve(caller, text);
      expect([text, answer.statusCode, answer.json()[0]?.id]).toEqual([text, 200, user.id]);
    }
    expect(
      (await bench().ask(caller, 'GET', `/THIS/User/Resolve(${user.email})`, { prefix: '/Services/V2' })).json()[0]?.id,
    ).toBe(user.id);
  });

  test.each(['(x)', '(a@b@c)', '(%20)', '(a%00@b.c)'])('%s is 400', async (text) => {
    const { caller } = await setUp();
    expect((await resolve(caller, text)).statusCode).toBe(400);
  });

  test('is not for applications without a service', async () => {
    const caller = await bench().makeApplication();
    expect((await resolve(caller, '(a@b.c)')).statusCode).toBe(403);
  });
});
