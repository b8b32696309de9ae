import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { acceptTerms, preparePassword, publishTerms, setPassword, type Terms } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { acting, type BenchUser, type Caller, useDirectoryBench } from '../test/directory-bench.ts';

const bench = useDirectoryBench();
let platformTerms: Terms;

beforeAll(async () => {
  platformTerms = await publish();
});

const publish = async (serviceId?: string): Promise<Terms> =>
  await inTransaction(bench().database, (t) =>
    publishTerms(t, acting, { serviceId, title: 'Terms', content: 'Be kind.' }),
  );

const accept = async (user: BenchUser, terms: Terms): Promise<void> =>
  await inTransaction(bench().database, (t) => acceptTerms(t, acting, { user, terms }));

const givePassword = async (user: BenchUser, daysOld: number): Promise<void> => {
  const { deps, database } = bench();
  const prepared = await preparePassword(deps, { password: 'a long and winding road', owner: { email: user.email } });
  const scope = { tenantId: user.tenantId };
  await inTransaction(database, (t) => setPassword(t, acting, { userId: user.id, scope, password: prepared }));
  await sql`UPDATE password_credentials SET changed_at = now() - make_interval(days => ${daysOld}) WHERE user_id = ${user.id}`.execute(
    database,
  );
};

/** A user who has accepted the platform's terms. */
const makeSettledUser = async (): Promise<BenchUser> => {
  const user = await bench().makeUser();
  await accept(user, platformTerms);
  const { rows } = await sql<{
    version: number;
  }>`SELECT credentials_version AS version FROM users WHERE id = ${user.id}`.execute(bench().database);
  expect(rows[0]?.version).toBe(1);
  return user;
};

const policy = {
  passwordPolicyEnforced: true,
  passwordPolicyScope: 'service',
  passwordPolicyUnit: 'days',
  passwordPolicyInterval: 30,
};

const validate = async (caller: Caller, path: string, headers: Record<string, string> = {}) =>
  await bench().ask(caller, 'GET', path, { headers });
const mine = (serviceId?: string) =>
  serviceId === undefined ? '/my/policies/validate()' : `/my/policies/${serviceId}/validate()`;

describe('GET /my/policies/{serviceId}/validate()', () => {
  test('leads through everything that is in the way, in order, and then lets the user pass', async () => {
    const { makeUser, makeService, subscribe, database } = bench();
    const serviceId = await makeService({ fields: policy });
    const serviceTerms = await publish(serviceId);
    const user = await makeUser();
    await givePassword(user, 31);
    // Setting a password ends tokens; this one goes on with the new number.
    const caller = {
      key: user.key,
      token: await bench().tokenFor(user, bench().application, { uver: await versionOf(user) }),
    };
    const returnUrl = 'https://app.example.com/map?x=1';
    const step = async () => await validate(caller, mine(serviceId), { returnUrl, 'x-supportCode': 'code-1' });
    const back = new URLSearchParams({ returnUrl });

    const first = await step();
    expect(first.statusCode).toBe(406);
    expect(first.json()).toEqual({
      url: `http://localhost:4000/identity/terms?${new URLSearchParams({ serviceId, returnUrl })}`,
      violatedPolicies: ['platformTerms', 'subscription', 'serviceTerms', 'passwordAge'],
      SubscriptionMissing: true,
      message: 'The user has not accepted the latest terms of use of the platform.',
      information: 'policy.platformTerms',
      subCode: 3,
      supportCode: 'code-1',
    });
    expect(first.headers['x-supportcode']).toBe('code-1');

    await accept(user, platformTerms);
    expect((await step()).json()).toMatchObject({
      subCode: 0,
      SubscriptionMissing: true,
      url: `http://localhost:4000/catalog/${serviceId}?${back}`,
    });
    expect((await validate(caller, mine(serviceId), { skipSubscriptionCheck: 'True' })).json()).toMatchObject({
      violatedPolicies: ['serviceTerms', 'passwordAge'],
      SubscriptionMissing: false,
      subCode: 3,
    });

    await subscribe(user, serviceId, 'pending');
    expect((await step()).json()).toMatchObject({
      subCode: 0,
      message: 'The subscription of the user waits for its approval.',
    });
    await sql`UPDATE subscriptions SET state = 'subscribing' WHERE user_id = ${user.id}`.execute(database);
    expect((await step()).json()).toMatchObject({
      violatedPolicies: ['serviceTerms', 'passwordAge'],
      subCode: 3,
      SubscriptionMissing: false,
    });

    await accept(user, serviceTerms);
    expect((await step()).json()).toMatchObject({
      violatedPolicies: ['passwordAge'],
      subCode: 10,
      url: `http://localhost:4000/identity/password?${back}`,
    });

    await sql`UPDATE password_credentials SET changed_at = now() WHERE user_id = ${user.id}`.execute(database);
    const last = await step();
    expect([last.statusCode, last.body]).toEqual([204, '']);

    await publish(serviceId);
    expect((await step()).json()).toMatchObject({ violatedPolicies: ['serviceTerms'] });
  });

  const versionOf = async (user: BenchUser): Promise<number> => {
    const { rows } = await sql<{
      version: number;
    }>`SELECT credentials_version AS version FROM users WHERE id = ${user.id}`.execute(bench().database);
    return rows[0]?.version ?? 0;
  };

  test('the subscription of the root counts for its children', async () => {
    const { makeService, subscribe } = bench();
    const root = await makeService();
    const child = await makeService({ parentId: root });
    const user = await makeSettledUser();
    expect((await validate(user, mine(child))).statusCode).toBe(406);
    await subscribe(user, root);
    expect((await validate(user, mine(child))).statusCode).toBe(204);
  });

  test('encoded parentheses mean the same', async () => {
    const { makeService, subscribe } = bench();
    const serviceId = await makeService();
    const user = await makeSettledUser();
    await subscribe(user, serviceId);
    expect((await validate(user, `/my/policies/${serviceId}/validate%28%29`)).statusCode).toBe(204);
    expect((await validate(user, '/my/policies/validate%28%29')).statusCode).toBe(204);
  });

  test("services of other tenants do not exist, unless they are public, the application's, or the user's", async () => {
    const { makeService, makeTenant, subscribe, link, application } = bench();
    const tenantId = await makeTenant();
    const user = await makeSettledUser();
    const statusOf = async (serviceId: string) => (await validate(user, mine(serviceId))).statusCode;
    expect(await statusOf(randomUUID())).toBe(404);
    const foreign = await makeService({ tenantId });
    expect(await statusOf(foreign)).toBe(404);
    await link(application, foreign);
    expect(await statusOf(foreign)).toBe(406);
    expect(await statusOf(await makeService({ tenantId, fields: { public: true } }))).toBe(406);
    const own = await makeService({ tenantId });
    await subscribe(user, own);
    expect(await statusOf(own)).toBe(204);
    expect(await statusOf('nonsense')).toBe(400);
  });
});

describe('GET /my/policies/validate()', () => {
  test('asks for the terms of the platform and goes back to where the application lives', async () => {
    const user = await bench().makeUser();
    const response = await validate(user, mine());
    expect([response.statusCode, response.json()]).toMatchObject([
      406,
      {
        url: 'http://localhost:4000/identity/terms?returnUrl=https%3A%2F%2Fapp.example.com%2Fstart',
        violatedPolicies: ['platformTerms'],
        SubscriptionMissing: false,
      },
    ]);
    await accept(user, platformTerms);
    expect((await validate(user, mine())).statusCode).toBe(204);
  });

  test('a password policy for the whole platform counts for those who subscribe to its service', async () => {
    const { makeService, subscribe, makeUser, tokenFor, application } = bench();
    const serviceId = await makeService({ fields: { ...policy, passwordPolicyScope: 'platform' } });
    const user = await makeUser();
    await accept(user, platformTerms);
    await givePassword(user, 40);
    const caller = { key: user.key, token: await tokenFor(user, application, { uver: 2 }) };
    expect((await validate(caller, mine())).statusCode).toBe(204);
    await subscribe(user, serviceId);
    expect((await validate(caller, mine())).json()).toMatchObject({ violatedPolicies: ['passwordAge'] });
  });

  test.each([
    'https://evil.example.net',
    'http://app.example.com/',
    'javascript:alert(1)',
    '/map',
    'https://app.example.com:444/',
  ])('the return address %s is refused whatever the policies say', async (returnUrl) => {
    const user = await makeSettledUser();
    const response = await validate(user, mine(), { returnUrl });
    expect([response.statusCode, response.json().subCode]).toEqual([400, 10]);
    expect(response.json().message).toContain('returnUrl');
  });

  test('an empty return address counts as absent', async () => {
    expect((await validate(await makeSettledUser(), mine(), { returnUrl: '' })).statusCode).toBe(204);
  });
});

describe('GET /this/services/{serviceId}/subscribers/{userId}/policy/validate()', () => {
  const makeAsker = async () => {
    const { makeApplication, makeService, link } = bench();
    const application = await makeApplication();
    const serviceId = await makeService();
    await link(application, serviceId, false);
    return { serviceId, caller: application };
  };
  const path = (serviceId: string, userId: string) =>
    `/this/services/${serviceId}/subscribers/${userId}/policy/validate()`;

  test('what the user would hear', async () => {
    const { subscribe } = bench();
    const { serviceId, caller } = await makeAsker();
    const user = await makeSettledUser();
    const response = await validate(caller, path(serviceId, user.id), { returnUrl: 'http://localhost:3000/x' });
    expect([response.statusCode, response.json()]).toMatchObject([
      406,
      { violatedPolicies: ['subscription'], subCode: 0 },
    ]);
    expect((await validate(caller, path(serviceId, user.id), { skipSubscriptionCheck: '1' })).statusCode).toBe(204);
    await subscribe(user, serviceId);
    expect((await validate(caller, path(serviceId, user.id))).statusCode).toBe(204);
  });

  test('users of other tenants exist only as subscribers, services only where they are linked', async () => {
    const { makeUser, makeTenant, makeService, subscribe } = bench();
    const { serviceId, caller } = await makeAsker();
    const foreign = await makeUser({ tenantId: await makeTenant() });
    const sameCode = { 'x-supportcode': 'the same' };
    const hidden = await validate(caller, path(serviceId, foreign.id), sameCode);
    const missing = await validate(caller, path(serviceId, randomUUID()), sameCode);
    expect(hidden.statusCode).toBe(404);
    // Contract X2: nobody learns from the answer that the user exists.
    expect([missing.statusCode, missing.body]).toEqual([hidden.statusCode, hidden.body]);
    await subscribe(foreign, serviceId);
    expect((await validate(caller, path(serviceId, foreign.id))).statusCode).toBe(406);
    expect((await validate(caller, path(await makeService(), foreign.id))).statusCode).toBe(404);
    expect((await validate(caller, path(serviceId, 'nonsense'))).statusCode).toBe(400);
  });
});
