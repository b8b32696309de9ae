import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  changePicture,
  createCompany,
  findUser,
  inviteUser,
  issueOneTimeCode,
  preparePassword,
  publishTerms,
  registerUser,
  setMembership,
  setPassword,
  systemTenantId,
} from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AnyRoute } from '../../platform/http/route.ts';
import { compileXmlWriter } from '../../platform/http/wire/compile-xml-writer.ts';
import { parseXmlBody } from '../../platform/http/wire/parse-xml-body.ts';
import { acting, type BenchUser, type Caller, useDirectoryBench } from '../test/directory-bench.ts';
import { setWidget } from '../widgets/set-widget.ts';
import { operationsUnderTest } from './test/my-operations.ts';

const bench = useDirectoryBench();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const password = 'a long and winding road';

/** A user with everything that a user can have, seen by an administrator and by the application of a service. */
interface World {
  readonly user: BenchUser;
  readonly administrator: BenchUser;
  readonly sender: Caller;
  readonly serviceId: string;
  readonly companyId: string;
  readonly containerId: string;
  readonly messageId: string;
  readonly invited: { readonly id: string; readonly email: string; readonly token: string };
}

let world: World;

const makeWorld = async (): Promise<World> => {
  const { database, makeUser, makeService, makeApplication, link, subscribe, ask } = bench();
  const user = await makeUser({ firstName: 'Ada <&>', lastName: 'Lovelace', phone: '+44 20 7946 0000' });
  const administrator = await makeUser({ roles: ['administrator'] });
  const application = await makeApplication();
  const serviceId = await makeService({ fields: { description: 'a < b & c', useAccessLevels: true } });
  await makeService({ parentId: serviceId });
  await link(application, serviceId);
  const { id: levelId } = await database
    .insertInto('serviceAccessLevels')
    .values({ serviceId, name: 'Writer', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await subscribe(user, serviceId, 'subscribing', levelId);
  const containerId = randomUUID();
  const sender = application;
  const scope = { tenantId: systemTenantId };
  const made = await inTransaction(database, async (t) => {
    const company = await createCompany(t, acting, {
      tenantId: systemTenantId,
      company: { name: 'A & B', domains: ['a.example'] },
    });
    const membership = { companyId: company.id, userId: user.id, scope, state: 'member' as const, administrator: true };
    await setMembership(t, acting, membership);
    await changePicture(t, acting, { userId: user.id, scope, image: png });
    await setWidget(t, acting, { serviceId, name: 'Tile', width: 1, height: 1 });
    const { user: invited } = await registerUser(t, acting, {
      tenantId: systemTenantId,
      person: { email: `${randomUUID()}@example.com` },
    });
    const { token } = await inviteUser(t, acting, { userId: invited.id, scope });
    return { companyId: company.id, invited: { id: invited.id, email: invited.email, token } };
  });
  await ask(administrator, 'PUT', `/directory/services/${serviceId}/datacontainers/${containerId}?name=Data`);
  const message = { type: 1, name: 'Storm', content: 'a\n<b>\r\n& c' };
  await ask(sender, 'POST', `/this/services/${serviceId}/notification`, { body: { message, HighPriority: true } });
  const [entry] = (await ask(user, 'GET', '/my/messages?all=true')).json() as { id: string }[];
  return { user, administrator, sender, serviceId, containerId, messageId: entry?.id ?? '', ...made };
};

beforeAll(async () => {
  world = await makeWorld();
});

interface Call {
  readonly caller: Caller;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Operations that answer with something: how to call them so that they do. */
const answering: Readonly<Record<string, () => Call>> = {
  getMyProfile: () => ({ caller: world.user, path: '/my/profile' }),
  getMyPicture: () => ({ caller: world.user, path: '/my/picture' }),
  countMyMessages: () => ({ caller: world.user, path: '/my/messages/count' }),
  getMyMessages: () => ({ caller: world.user, path: '/my/messages?all=true' }),
  getMyMessage: () => ({ caller: world.user, path: `/my/messages/${world.messageId}` }),
  getMyCompanies: () => ({ caller: world.user, path: '/my/companies' }),
  getMyServices: () => ({ caller: world.user, path: '/my/services' }),
  getMyWidgets: () => ({ caller: world.user, path: '/my/widgets' }),
  validateMyPolicies: () => ({ caller: world.user, path: '/my/policies/validate()' }),
  validateMyServicePolicies: () => ({ caller: world.user, path: `/my/policies/${world.serviceId}/validate()` }),
  validateSubscriberPolicies: () => ({
    caller: world.sender,
    path: `/this/services/${world.serviceId}/subscribers/${world.user.id}/policy/validate()`,
  }),
  getHealthStatus: () => ({ caller: world.user, path: '/health/status' }),
  getDirectoryCompany: () => ({ caller: world.administrator, path: `/directory/companies/${world.companyId}` }),
  getDirectoryCompanyUsers: () => ({
    caller: world.administrator,
    path: `/directory/companies/${world.companyId}/users?page=0&pageSize=9`,
  }),
  getDirectoryService: () => ({ caller: world.administrator, path: `/directory/services/${world.serviceId}` }),
  getDirectoryServiceChildren: () => ({
    caller: world.administrator,
    path: `/directory/services/${world.serviceId}/children`,
  }),
  getDirectoryServiceUsers: () => ({
    caller: world.administrator,
    path: `/directory/services/${world.serviceId}/users`,
  }),
  getDirectoryServiceSubscribers: () => ({
    caller: world.administrator,
    path: `/directory/services/${world.serviceId}/subscribers`,
  }),
  getDirectoryServiceAdministrator: () => ({
    caller: world.administrator,
    path: `/directory/services/${world.serviceId}/administrators/${world.user.id}`,
  }),
  getDataContainers: () => ({
    caller: world.administrator,
    path: `/directory/services/${world.serviceId}/datacontainers`,
  }),
  putDataContainer: () => ({
    caller: world.administrator,
    path: `/directory/services/${world.serviceId}/datacontainers/${world.containerId}?name=a%26b`,
  }),
  getDirectoryUsers: () => ({ caller: world.administrator, path: '/directory/users', body: [world.user.id] }),
  getDirectoryUsersByEmail: () => ({
    caller: world.administrator,
    path: `/directory/users/by/email?email=${world.user.email}`,
  }),
  getDirectoryUser: () => ({ caller: world.administrator, path: `/directory/users/${world.user.id}` }),
  getDirectoryUserCompanies: () => ({
    caller: world.administrator,
    path: `/directory/users/${world.user.id}/companies`,
  }),
  getDirectoryUserServices: () => ({
    caller: world.administrator,
    path: `/directory/users/${world.user.id}/services?page=0&pageSize=9`,
  }),
  getDirectoryUserSubscription: () => ({
    caller: world.administrator,
    path: `/directory/users/${world.user.id}/services/${world.serviceId}`,
  }),
  resyncDirectoryUser: () => ({ caller: world.administrator, path: `/directory/users/${world.user.id}/resync/all` }),
  getStatus: () => ({ caller: world.user, path: '/Status' }),
  getPendingActivation: () => ({
    caller: world.user,
    path: '/directory/users/me/pending/activation',
    headers: { authToken: world.invited.token },
  }),
};

const routeOf = (operationId: string): AnyRoute => {
  const route = operationsUnderTest(bench().deps).find((each) => each.operationId === operationId);
  if (route === undefined) throw new Error(`there is no operation ${operationId}`);
  return route;
};

const send = async (operationId: string, call: Call, headers: Record<string, string> = {}) => {
  const { method, body: schema } = routeOf(operationId);
  const type = headers['content-type'] ?? 'application/json';
  const written =
    call.body === undefined || schema === undefined
      ? undefined
      : type.endsWith('xml')
        ? compileXmlWriter(schema)(call.body)
        : JSON.stringify(call.body);
  return await bench().ask(call.caller, method, call.path, {
    headers: {
      ...call.headers,
      'x-supportCode': 'same',
      ...headers,
      ...(written === undefined ? {} : { 'content-type': type }),
    },
    ...(written === undefined ? {} : { body: written }),
  });
};

describe('answers say the same in JSON and in XML (contract B4)', () => {
  beforeAll(async () => {
    await inTransaction(bench().database, (t) => publishTerms(t, acting, { title: 'T', content: 'C' }));
  });

  test.each(Object.keys(answering))('%s', async (operationId) => {
    const call = answering[operationId]?.();
    if (call === undefined) throw new Error('no call');
    const json = await send(operationId, call);
    expect([200, 406]).toContain(json.statusCode);
    for (const accept of ['application/xml', 'text/xml']) {
      const xml = await send(operationId, call, { accept });
      expect([xml.statusCode, xml.headers['content-type']]).toEqual([json.statusCode, `${accept}; charset=utf-8`]);
      const schema = routeOf(operationId).answers[json.statusCode]?.schema;
      expect(parseXmlBody(xml.body, schema)).toEqual(json.json());
    }
  });

  test.each([
    ['an unknown thing', '/my/messages/0f0e0d0c-0b0a-4908-8706-050403020100', 404, '<ErrorDetail'],
    ['a wrong value', '/my/messages/x', 400, '<ErrorDetail'],
    ['no right', '/directory/users/x', 403, '<AuthError'],
    ['an unknown address', '/my/nothing', 404, '<ErrorDetail'],
  ])('errors too: %s', async (_, path, status, start) => {
    const response = await bench().ask(world.user, 'GET', path, { headers: { accept: 'application/xml' } });
    expect([response.statusCode, response.headers['content-type']]).toEqual([status, 'application/xml; charset=utf-8']);
    expect(response.body).toContain(start);
  });
});

/** Operations that take something: what they change, as somebody else sees it. */
interface Taking {
  readonly call: (form: string) => Promise<{ readonly call: Call; readonly effect: () => Promise<unknown> }>;
}

const profileOf = async (user: BenchUser) => {
  const { email: _, id: _id, identity: _identity, ...rest } = (await bench().ask(user, 'GET', '/my/profile')).json();
  return rest;
};

const withPassword = async (): Promise<BenchUser> => {
  const { deps, database, makeUser, tokenFor, application } = bench();
  const user = await makeUser();
  const prepared = await preparePassword(deps, { password, owner: { email: user.email } });
  const scope = { tenantId: user.tenantId };
  await inTransaction(database, (t) => setPassword(t, acting, { userId: user.id, scope, password: prepared }));
  return { ...user, token: await tokenFor(user, application, { uver: 2 }) };
};

const columnOf = async (userId: string, column: string) =>
  (
    await sql<{
      value: unknown;
    }>`SELECT ${sql.ref(column)} IS NOT NULL AS value FROM users WHERE id = ${userId}`.execute(bench().database)
  ).rows[0]?.value;

const taking: Readonly<Record<string, Taking>> = {
  sendNotification: {
    call: async () => {
      const { makeUser, subscribe, ask } = bench();
      const user = await makeUser();
      await subscribe(user, world.serviceId);
      const message = { type: 1, name: 'News & more', content: 'a\n<b>', timeStamp: '2026-01-02T03:04:05Z' };
      const effect = async () => {
        const [entry] = (await ask(user, 'GET', '/my/messages?all=true')).json() as Record<string, unknown>[];
        const { id: _, ...rest } = (await ask(user, 'GET', `/my/messages/${entry?.id}`)).json();
        return [entry?.important, rest];
      };
      const path = `/this/services/${world.serviceId}/notification`;
      return {
        call: { caller: world.sender, path, body: { message, recipients: [user.id], HighPriority: true } },
        effect,
      };
    },
  },
  editMe: {
    call: async () => {
      const user = await bench().makeUser();
      const body = { firstName: 'A <b>', lastName: 'C', displayName: null, countryCode: 'DE' };
      return {
        call: { caller: user, path: '/directory/users/me/edit', body },
        effect: async () => await profileOf(user),
      };
    },
  },
  changeMyPassword: {
    call: async () => {
      const user = await withPassword();
      const next = 'another <long> & winding road';
      const body = { oldPassword: password, newPassword: next, newPasswordRepeat: next };
      const effect = async () => (await bench().ask(user, 'GET', '/my/profile')).statusCode;
      return { call: { caller: user, path: '/directory/users/me/change/password', body }, effect };
    },
  },
  changeMyAddress: {
    call: async () => {
      const user = await bench().makeUser();
      const effect = async () =>
        await bench()
          .database.selectFrom('oneTimeCodes')
          .select(['purpose', 'address'])
          .where('userId', '=', user.id)
          .execute();
      return {
        call: { caller: user, path: '/directory/users/me/change/phone', body: { newAddress: '+44 20 7946 0001' } },
        effect,
      };
    },
  },
  verifyMyAddress: {
    call: async () => {
      const { deps, database, makeUser } = bench();
      const user = await makeUser({ lastName: 'Lovelace' });
      const { code } = await inTransaction(database, async (transaction) =>
        issueOneTimeCode({ transaction, oneTimeCodes: deps.oneTimeCodes }, acting, {
          user: await findUser(transaction, { userId: user.id, scope: 'everyTenant' }),
          purpose: 'phoneChange',
          address: '+44 20 7946 0002',
        }),
      );
      const body = { activationCode: code, address: '+44 20 7946 0002' };
      return {
        call: { caller: user, path: '/directory/users/me/change/phone/verify', body },
        effect: async () => await profileOf(user),
      };
    },
  },
  acceptMyTerms: {
    call: async () => {
      const user = await bench().makeUser();
      const body = { acceptPlatformTerms: true, acceptServiceTerms: false, serviceId: null };
      const effect = async () => (await bench().ask(user, 'GET', '/my/policies/validate()')).statusCode;
      return { call: { caller: user, path: '/directory/users/me/accept/terms', body }, effect };
    },
  },
  activateMe: {
    call: async () => {
      const { database } = bench();
      const { id, token } = await inTransaction(database, async (t) => {
        const person = { email: `${randomUUID()}@example.com` };
        const { user } = await registerUser(t, acting, { tenantId: systemTenantId, person });
        const scope = { tenantId: systemTenantId };
        return { id: user.id, token: (await inviteUser(t, acting, { userId: user.id, scope })).token };
      });
      const terms = { acceptPlatformTerms: true, acceptServiceTerms: false };
      const body = { password, passwordRepeat: password, userDetails: { firstName: 'Ada' }, ...terms };
      const call = { caller: world.user, path: '/directory/users/me/activate', headers: { authToken: token }, body };
      return { call, effect: async () => await columnOf(id, 'activated_at') };
    },
  },
  changeDirectoryUserEmail: {
    call: async () => {
      const user = await bench().makeUser();
      const newAddress = `${randomUUID()}@example.com`;
      const path = `/directory/users/${user.id}/change/email`;
      const effect = async () => {
        const { email, verifiedEmail } = (
          await bench().ask(world.administrator, 'GET', `/directory/users/${user.id}`)
        ).json();
        return [email === newAddress, verifiedEmail];
      };
      return { call: { caller: world.administrator, path, body: { oldAddress: user.email, newAddress } }, effect };
    },
  },
};

describe('requests do the same in JSON and in XML', () => {
  test.each(Object.keys(taking))('%s', async (operationId) => {
    const effects = [];
    for (const type of ['application/json', 'text/json', 'application/xml', 'text/xml']) {
      const made = await taking[operationId]?.call(type);
      if (made === undefined) throw new Error('no call');
      const response = await send(operationId, made.call, { 'content-type': type, accept: type });
      expect([type, response.statusCode, response.body]).toEqual([type, 204, '']);
      effects.push(await made.effect());
    }
    for (const effect of effects) expect(effect).toEqual(effects[0]);
    expect(effects[0]).toBeDefined();
  });

  test('getDirectoryUsers takes a list of ids in XML', async () => {
    const call = { caller: world.administrator, path: '/directory/users', body: [world.user.id] };
    const xml = await send('getDirectoryUsers', call, { 'content-type': 'text/xml' });
    expect(xml.json()).toMatchObject([{ id: world.user.id }]);
  });
});

/** Operations whose answers have no body, and the one whose answer is never the same twice. */
const silent = [
  'markMyMessagesRead',
  'markMyMessageRead',
  'deleteDirectoryUser',
  'deleteDataContainer',
  'invalidateCache',
  'exchangeActivationCode',
];

test('every operation is in one of the tables', () => {
  const known = new Set([...Object.keys(answering), ...Object.keys(taking), ...silent]);
  const missing = operationsUnderTest(bench().deps).filter(({ operationId }) => !known.has(operationId));
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

test('the activation token comes in XML too', async () => {
  const { deps, database, application } = bench();
  const { user } = await inTransaction(database, (t) =>
    registerUser(t, acting, { tenantId: systemTenantId, person: { email: `${randomUUID()}@example.com` } }),
  );
  const { code } = await inTransaction(database, (transaction) =>
    issueOneTimeCode({ transaction, oneTimeCodes: deps.oneTimeCodes }, acting, { user, purpose: 'activation' }),
  );
  const headers = { otpAuthCode: code, emailAddress: user.email, accept: 'application/xml' };
  const response = await bench().ask({ key: application.key, token: '' }, 'POST', '/directory/users/me/exchange/otp', {
    headers,
  });
  expect(parseXmlBody(response.body, routeOf('exchangeActivationCode').answers[200]?.schema)).toEqual({
    expiry: expect.any(Number),
    issued: expect.any(Number),
    authToken: expect.stringMatching(/^ptl_act_/),
    issuedBy: 'http://localhost:4000/identity',
  });
});

describe('what real clients send (issue item 11)', () => {
  test.each<[string, Record<string, string>, string | undefined, number]>([
    ['a JSON type and no body', { 'content-type': 'application/json' }, undefined, 204],
    ['an XML type and no body', { 'content-type': 'text/xml' }, undefined, 204],
    ['empty optional headers', { importantOnly: '', tenantId: '' }, undefined, 204],
    ['True', { importantOnly: 'True' }, undefined, 204],
    ['False', { importantOnly: 'False' }, undefined, 204],
    ['maybe', { importantOnly: 'maybe' }, undefined, 400],
    ['a null body', { 'content-type': 'application/json' }, 'null', 204],
  ])('PATCH /my/messages with %s', async (_, headers, body, status) => {
    const response = await bench().ask(world.user, 'PATCH', '/my/messages', {
      headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(response.statusCode).toBe(status);
  });

  test.each(['application/yaml', 'text/plain', 'multipart/form-data'])('%s is 415', async (type) => {
    const response = await bench().ask(world.user, 'POST', '/directory/users/me/edit', {
      headers: { 'content-type': type },
      body: 'x',
    });
    expect([response.statusCode, response.json().subCode]).toEqual([415, 8]);
  });

  test.each(['{', '{"firstName":', '<UserInfoUpdate>', '<!DOCTYPE a><a/>'])('%s cannot be read', async (body) => {
    const type = body.startsWith('<') ? 'application/xml' : 'application/json';
    const response = await bench().ask(world.user, 'POST', '/directory/users/me/edit', {
      headers: { 'content-type': type },
      body,
    });
    expect([response.statusCode, response.json().subCode]).toEqual([400, 8]);
  });
});
