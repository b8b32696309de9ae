import { randomUUID } from 'node:crypto';
import { type TSchema, Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { changePicture } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { compileXmlWriter } from '../../platform/http/wire/compile-xml-writer.ts';
import { parseXmlBody } from '../../platform/http/wire/parse-xml-body.ts';
import { type Caller, useDirectoryBench } from '../test/directory-bench.ts';
import { pathOf } from '../test/subscriber-calls.ts';
import { AuthError, ErrorDetail } from '../wire/errors.ts';
import { SubscriptionOptions } from '../wire/subscriptions.ts';
import { UserRegistration } from '../wire/users.ts';
import { thisRoutes } from './routes.ts';

const bench = useDirectoryBench();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Names that XML has to escape, and one that JSON has to. */
const oddNames = ['<Ek> & "Berg"', "O'Neil ]]>", 'Ünïcode 🚢', 'tab\\slash'];

const setUp = async () => {
  const serviceId = await bench().makeService({ levels: ['Reader', 'Editor'], name: 'Charts & <maps>' });
  const caller = await bench().makeApplication({ services: [serviceId] });
  const users = [];
  for (const lastName of oddNames) {
    const user = await bench().makeUser({ lastName });
    users.push(user);
    await bench().ask(caller, 'PUT', pathOf(serviceId, user), { body: { role: 'Editor' } });
  }
  const [user] = users;
  if (user === undefined) throw new Error('nobody subscribes');
  await bench().addAdministrator(serviceId, user);
  await inTransaction(bench().database, (t) =>
    changePicture(t, { actor: { kind: 'system' } }, { userId: user.id, scope: user, image: png }),
  );
  return { serviceId, caller, user };
};

const xml = { accept: 'application/xml' };

/** The schema of an operation's good answer. */
const schemaOf = (operationId: string): TSchema => {
  const schema = thisRoutes(bench().deps).find((route) => route.operationId === operationId)?.answers[200]?.schema;
  if (schema === undefined) throw new Error(`${operationId} has no answer with a body`);
  return schema;
};

describe('answers', () => {
  test('as XML parsed back equal those as JSON, for every operation that reads', async () => {
    const { serviceId, caller, user } = await setUp();
    const paths: Record<string, string> = {
      getServices: '/this/services?page=0&pageSize=10',
      getSubscribers: '/this/subscribers?page=0&pageSize=10',
      getSubscriber: `/this/subscribers/${user.id}`,
      getServiceSubscribers: `/this/services/${serviceId}/subscribers?page=0&pageSize=3`,
      getServiceSubscriber: pathOf(serviceId, user),
      getServiceSubscriberPicture: `${pathOf(serviceId, user)}/picture`,
      resolveUser: `/this/user/resolve(${user.email})`,
      getAdministrators: '/this/administrators',
      getServiceAdministrators: `/this/services/${serviceId}/administrators`,
      getServiceAdministrator: `/this/services/${serviceId}/administrators/${user.id}`,
    };
    const reading = thisRoutes(bench().deps).filter(({ method }) => method === 'GET');
    expect(Object.keys(paths).sort()).toEqual(reading.map(({ operationId }) => operationId).sort());
    for (const [operationId, path] of Object.entries(paths)) {
      const asJson = await bench().ask(caller, 'GET', path);
      const asXml = await bench().ask(caller, 'GET', path, { headers: xml, prefix: '/services/v2' });
      expect([operationId, asJson.statusCode, asXml.statusCode]).toEqual([operationId, 200, 200]);
      expect(asXml.headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(asJson.body.length).toBeGreaterThan(10);
      expect(parseXmlBody(asXml.body, schemaOf(operationId))).toEqual(asJson.json());
    }
  });

  test.each([
    [
      '300',
      async () => [await bench().makeService(), await bench().makeService()],
      '/this/subscribers?page=0&pageSize=1',
      ErrorDetail,
    ],
    ['400', async () => [await bench().makeService()], '/this/subscribers?page=x&pageSize=1', ErrorDetail],
    ['404', async () => [await bench().makeService()], `/this/subscribers/${randomUUID()}`, ErrorDetail],
    ['404', async () => [], '/this/no/such/thing', ErrorDetail],
    ['403', async () => [], '/this/administrators', AuthError],
  ] as const)('errors %s too', async (status, makeServices, path, schema) => {
    const caller = await bench().makeApplication({ services: await makeServices() });
    const headers = { 'x-supportCode': 'same' };
    const asJson = await bench().ask(caller, 'GET', path, { headers });
    const asXml = await bench().ask(caller, 'GET', path, { headers: { ...xml, ...headers } });
    expect([asJson.statusCode, asXml.statusCode]).toEqual([Number(status), Number(status)]);
    expect(asXml.body).toContain(schema === AuthError ? '<AuthError ' : '<ErrorDetail ');
    expect(parseXmlBody(asXml.body, schema)).toEqual(asJson.json());
  });
});

describe('requests', () => {
  const send = async (caller: Caller, method: string, path: string, schema: TSchema, value: unknown, form: string) =>
    await bench().ask(caller, method, path, {
      payload: form.endsWith('xml') ? compileXmlWriter(schema)(value) : JSON.stringify(value),
      headers: { 'content-type': form },
    });

  test.each(['application/xml', 'text/xml', 'application/json', 'text/json'])('as %s subscribe', async (form) => {
    const { serviceId, caller } = await setUp();
    const user = await bench().makeUser();
    for (const [value, role] of [
      [{ role: 'Editor' }, 'Editor'],
      [{ role: null, overrideNotificationSettings: 'suppress' }, 'Reader'],
      [{}, 'Reader'],
    ] as const) {
      const answer = await send(caller, 'PUT', pathOf(serviceId, user), SubscriptionOptions, value, form);
      expect(answer.statusCode).toBe(204);
      expect((await bench().ask(caller, 'GET', pathOf(serviceId, user))).json()).toMatchObject({ role });
    }
    const wrong = await send(caller, 'PUT', pathOf(serviceId, user), SubscriptionOptions, { role: 'Owner' }, form);
    expect(wrong.json()).toMatchObject({ subCode: 10, message: expect.stringContaining('`/role`') });
  });

  test.each(['application/xml', 'application/json'])('as %s create users', async (form) => {
    const { serviceId, caller } = await setUp();
    const people = oddNames.map((lastName, place) => ({
      lastName,
      firstName: null,
      email: `${randomUUID()}@example.com`,
      options: {
        sendMail: false,
        createSubscription: place > 0,
        subscriptions: place > 1 ? [{ serviceId, role: 'Editor' }] : null,
      },
    }));
    const many = await send(caller, 'POST', '/this/users', Type.Array(UserRegistration), people, form);
    expect(many.statusCode).toBe(200);
    expect(many.json().map(({ name }: { name: string }) => name)).toEqual(oddNames);
    const states = await Promise.all(
      many.json().map(async (one: { id: string }) => (await bench().ask(caller, 'GET', pathOf(serviceId, one))).json()),
    );
    expect(states.map(({ state, role }) => [state, role])).toEqual([
      ['notSubscribing', null],
      ['subscribing', 'Reader'],
      ['subscribing', 'Editor'],
      ['subscribing', 'Editor'],
    ]);
    const one = await send(caller, 'POST', '/this/user', UserRegistration, people[0], form);
    expect(one.json().id).toBe(many.json()[0].id);
    const wrong = await send(caller, 'POST', '/this/users', Type.Array(UserRegistration), [{ email: 'x' }], form);
    expect(wrong.json()).toMatchObject({ subCode: 10, message: expect.stringContaining('email') });
  });
});

describe('tolerance', () => {
  const bodies: [string, string | undefined, string | undefined][] = [
    ['no body', undefined, undefined],
    ['an empty body that says JSON', '', 'application/json'],
    ['an empty body that says XML', '', 'application/xml'],
    ['null', 'null', 'application/json'],
    ['an empty object', '{}', 'application/json'],
    ['null members', '{"role":null,"overrideNotificationSettings":null}', 'text/json'],
    ['unknown members', '{"Role":"x","more":[1]}', 'application/json; charset=utf-8'],
    [
      'nil',
      '<SubscriptionOptions xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>',
      'application/xml',
    ],
  ];

  test.each(bodies)('PUT with %s', async (_case, payload, type) => {
    const { serviceId, caller, user } = await setUp();
    const answer = await bench().ask(caller, 'PUT', pathOf(serviceId, user), {
      ...(payload === undefined ? {} : { payload }),
      headers: type === undefined ? {} : { 'content-type': type },
    });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  });

  test.each([
    ['{"role":', 'application/json', 400, 8],
    ['<a><b></a>', 'application/xml', 400, 8],
    ['<!DOCTYPE a><a/>', 'application/xml', 400, 8],
    ['{"role":1}', 'application/json', 400, 10],
    ['[]', 'application/json', 400, 10],
    ['role=x', 'application/x-www-form-urlencoded', 415, 8],
  ])('%s as %s is %i with subCode %i', async (payload, type, status, subCode) => {
    const { serviceId, caller, user } = await setUp();
    const answer = await bench().ask(caller, 'PUT', pathOf(serviceId, user), {
      payload,
      headers: { 'content-type': type },
    });
    expect([answer.statusCode, answer.json().subCode]).toEqual([status, subCode]);
  });

  test('paths in any case, double and trailing slashes, upper-case ids, empty headers, both versions', async () => {
    const { serviceId, caller, user } = await setUp();
    const upper = `/THIS/Services/${serviceId.toUpperCase()}//subscribers/${user.id.toUpperCase()}/`;
    for (const prefix of ['/services/v3', '/services/v2', '/SERVICES/V3']) {
      const answer = await bench().ask(caller, 'GET', upper, {
        prefix,
        headers: { tenantId: '', 'x-supportCode': '' },
      });
      expect([answer.statusCode, answer.json().id]).toEqual([200, user.id]);
      expect(answer.headers['x-supportcode']).toMatch(/\S/);
    }
    const byQuery = await bench().app.inject({
      url: `/services/v3/this/services?page=0&pageSize=1&subscription-key=${caller.key}`,
      headers: { authorization: `Bearer ${caller.token}` },
    });
    expect(byQuery.statusCode).toBe(200);
  });
});
