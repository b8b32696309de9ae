import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { inviteUser, registerUser, systemTenantId } from '../accounts/index.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { AnyRoute } from '../platform/http/route.ts';
import { arbitraryOf } from '../platform/http/wire/test/arbitrary-of.ts';
import { createDirectoryArea } from './area.ts';
import type { DirectoryDeps } from './directory-deps.ts';
import { acting, type Caller, useDirectoryBench } from './test/directory-bench.ts';

vi.setConfig({ testTimeout: 300_000 });

const bench = useDirectoryBench();
/** For each operation; the black box tests and the long run make many more (goal R5). */
const rounds = 80;

/** What requests find, by the name of the parameter or header. */
interface Known {
  readonly callers: readonly Caller[];
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly authToken: string;
}
let known: Known;

// Some operations delete their caller.
beforeEach(async () => {
  const { makeUser, makeService, makeApplication, subscribe, link, application, addAdministrator } = bench();
  const one = await makeService({ levels: ['Reader', 'Editor'], notification: 'send' });
  const other = await makeService({ approvalNeeded: true });
  const child = await makeService({ parentId: one });
  const [user, keeper] = [await makeUser(), await makeUser({ roles: ['administrator'] })];
  await link(application, one);
  await subscribe(user, one);
  await addAdministrator(one, keeper);
  const callers = [
    user,
    keeper,
    await makeApplication({ services: [one] }),
    await makeApplication({ services: [one, other, child], redirectUrls: ['https://app.example.com/x'] }),
    await makeApplication({ readOnly: [one], roles: ['administrator'] }),
  ];
  const [services, users] = [
    [one, other, child],
    [user.id, keeper.id],
  ];
  const ids = {
    serviceId: services,
    userId: users,
    userid: users,
    id: [...services, ...users],
    email: [user.email],
    type: ['email', 'phone'],
  };
  known = { callers, ids, authToken: await makeAuthToken() };
});

const makeAuthToken = async () =>
  await inTransaction(bench().database, async (t) => {
    const tenantId = systemTenantId;
    const person = { email: `${randomUUID()}@example.com` };
    const { user: invited } = await registerUser(t, acting, { tenantId, person });
    return (await inviteUser(t, acting, { userId: invited.id, scope: { tenantId } })).token;
  });

const words = ['', ' ', 'null', 'true', 'True', '-1', '0', '99999999999999999999', '1e3', '١', '2026-02-30T25:00:00Z'];
const attacks = ["' OR 1=1 --", '../..', '%00', '\u0000', '__proto__', 'constructor'];
const meaningful = ['a@b.c', 'Editor', 'https://app.example.com/y', 'send', 'otp', 'onlyNew'];
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(...words, ...attacks, ...meaningful),
);

/** Ids exist only when the test runs: a number stands for one. */
const ids = fc.oneof(
  { weight: 4, arbitrary: fc.nat(5) },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: odd },
);
const toId = (name: string, given: number | string): string => {
  const list = known.ids[name] ?? [];
  return typeof given === 'string' ? given : (list[given % Math.max(1, list.length)] ?? String(given));
};

/** Headers are bytes of Latin-1 on the wire, without line ends. */
const headerText = odd.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'));
const headerNames = [
  'tenantId',
  'importantOnly',
  'returnUrl',
  'skipSubscriptionCheck',
  'suppressNotification',
  'channelId',
  'authToken',
  'emailAddress',
  'otpAuthCode',
  'Idempotency-Key',
  'x-supportCode',
];
const queryNames = ['all', 'ALL', 'page', 'PAGE', 'pageSize', 'name', 'email', 'filter', 'pageNo', 'x'];
const types = [
  'application/json',
  'text/json',
  'application/xml',
  'text/xml',
  'text/plain',
  'application/json; charset=utf-8',
];
const accepts = ['*/*', 'application/xml', 'text/json', 'application/health+json', 'a/b;q=0', ',,,'];

const person = fc.record(
  {
    email: fc.oneof(fc.constantFrom('a@b.c', 'x@example.com'), fc.emailAddress(), odd),
    firstName: odd,
    lastName: odd,
    options: fc.record(
      {
        sendMail: fc.boolean(),
        createSubscription: fc.boolean(),
        serviceId: ids,
        role: fc.constantFrom('Reader', 'Editor', 'x', null),
        userCreationOptions: fc.constantFrom('all', 'onlyNew', 'onlyInvited'),
        activationType: fc.constantFrom('otp', 'emailLink'),
        inviteMessage: odd,
        contactName: odd,
        returnUrl: odd,
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['email'] },
);

const notification = fc.record({
  message: fc.record({ name: odd, content: odd, type: fc.constantFrom(1, 3) }),
  recipients: fc.oneof(fc.constant(null), fc.array(fc.uuid(), { maxLength: 3 })),
  HighPriority: fc.boolean(),
});

/** Bodies of the right form, with words that mean something here where the form says little, and bodies of any form. */
const likelyBodies: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  sendNotification: notification,
  createUser: person,
  createUsers: fc.array(person, { maxLength: 4 }),
};
const bodyOf = ({ body, operationId }: AnyRoute): fc.Arbitrary<unknown> => {
  if (body === undefined) return fc.anything();
  const formed = arbitraryOf(body);
  return fc.oneof(
    { weight: 3, arbitrary: formed },
    { weight: 3, arbitrary: likelyBodies[operationId] ?? formed },
    fc.anything(),
    fc.jsonValue(),
  );
};

const toText = (body: unknown): string => {
  try {
    const withIds = (name: string, value: unknown) =>
      name === 'serviceId' && typeof value === 'number' ? toId(name, value) : value;
    return JSON.stringify(body, withIds) ?? '';
  } catch {
    return String(body);
  }
};

const requestTo = (route: AnyRoute) =>
  fc.record({
    ids: fc.array(ids, { minLength: 3, maxLength: 3 }),
    query: fc.dictionary(
      fc.oneof(fc.constantFrom(...queryNames), fc.string({ maxLength: 9 })),
      fc.oneof(odd, fc.integer({ min: -2, max: 12_000 }).map(String), fc.constantFrom('true', 'false')),
      { maxKeys: 4 },
    ),
    headers: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 3 }),
    body: bodyOf(route),
    type: fc.constantFrom(...types),
    accept: fc.constantFrom(...accepts),
    caller: fc.nat(4),
  });
type Generated = typeof requestTo extends (route: AnyRoute) => fc.Arbitrary<infer Request> ? Request : never;

const send = async (route: AnyRoute, given: Generated) => {
  let place = 0;
  const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    place += 1;
    return encodeURIComponent(toId(name, given.ids[place % 3] ?? 0).toWellFormed());
  });
  const caller = known.callers[given.caller];
  const hasBody = route.method !== 'GET';
  const query = new URLSearchParams({ all: 'true', page: '0', pageSize: '5', ...given.query }).toString();
  return await bench().app.inject({
    method: route.method,
    url: `/services/v3${path}?${query}`,
    headers: {
      accept: given.accept,
      authToken: known.authToken,
      ...given.headers,
      'ocp-apim-subscription-key': caller?.key ?? '',
      authorization: `Bearer ${caller?.token}`,
      ...(hasBody ? { 'content-type': given.type } : {}),
    },
    ...(hasBody ? { body: toText(given.body) } : {}),
  });
};

const leaks = /node_modules|\.ts:\d|SELECT |INSERT |pg_|Error:/;
/** Answers that are given at the door, before the operation looks at anything. */
const atTheDoor = [401, 403, 415];

const { routes } = createDirectoryArea({ authenticator: {} } as unknown as DirectoryDeps);

test.each(routes.map((route) => [route.operationId, route] as const))('%s: no input makes a 5xx', async (_, route) => {
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(requestTo(route), async (given) => {
      const first = await send(route, given);
      // On a machine that does much else a statement may take longer than it may; the caller is told to come again.
      const isBusy = first.statusCode === 502 && first.body.includes('database.busy');
      const answer = isBusy ? await send(route, given) : first;
      statuses.add(answer.statusCode);
      expect([answer.statusCode < 500, answer.statusCode < 500 ? '' : answer.body]).toEqual([true, '']);
      expect(answer.body).not.toMatch(leaks);
      expect(answer.headers['x-supportcode']).toBeTruthy();
    }),
    { numRuns: rounds },
  );
  expect([...statuses].filter((status) => !atTheDoor.includes(status))).not.toEqual([]);
});
