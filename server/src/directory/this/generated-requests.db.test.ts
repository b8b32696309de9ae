import fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import type { AnyRoute } from '../../platform/http/route.ts';
import { arbitraryOf } from '../../platform/http/wire/test/arbitrary-of.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { type Caller, useDirectoryBench } from '../test/directory-bench.ts';
import { thisRoutes } from './routes.ts';

vi.setConfig({ testTimeout: 300_000 });

const bench = useDirectoryBench();
/** For each operation; the black box tests and the long run make many more (goal R5). */
const rounds = 100;

let callers: readonly Caller[] = [];
let known: {
  readonly serviceId: readonly string[];
  readonly userId: readonly string[];
  readonly email: readonly string[];
};

beforeAll(async () => {
  const { makeService, makeApplication, makeUser, addAdministrator } = bench();
  const one = await makeService({ levels: ['Reader', 'Editor'], notification: 'send' });
  const other = await makeService({ approvalNeeded: true });
  const child = await makeService({ parentId: one });
  const [user, admin] = [await makeUser(), await makeUser()];
  await addAdministrator(one, admin);
  callers = [
    await makeApplication({ services: [one] }),
    await makeApplication({ services: [one, other, child], redirectUrls: ['https://app.example.com/x'] }),
    await makeApplication({ readOnly: [one], roles: ['administrator'] }),
  ];
  known = { serviceId: [one, other, child], userId: [user.id, admin.id], email: [user.email] };
});

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'True',
    '-1',
    '99999999999999999999',
    '1e3',
    "' OR 1=1 --",
    '../..',
    '%00',
    '\u0000',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '١',
    'a@b.c',
    'Editor',
    'https://app.example.com/y',
    'send',
    'otp',
    'onlyNew',
  ),
);
const headerText = odd.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'));
const headerNames = ['tenantId', 'suppressNotification', 'Idempotency-Key', 'x-supportCode'] as const;

/** Bodies of the right form with words that mean something here, and bodies of any form. */
const bodyOf = (route: AnyRoute): fc.Arbitrary<unknown> => {
  if (route.body === undefined) return fc.jsonValue();
  const email = fc.oneof(fc.constantFrom('a@b.c', 'x@example.com'), fc.emailAddress(), odd);
  const options = fc.record(
    {
      sendMail: fc.boolean(),
      createSubscription: fc.boolean(),
      serviceId: fc.oneof(fc.integer({ min: 0, max: 2 }), odd),
      role: fc.constantFrom('Reader', 'Editor', 'x', null),
      userCreationOptions: fc.constantFrom('all', 'onlyNew', 'onlyInvited'),
      activationType: fc.constantFrom('otp', 'emailLink'),
      inviteMessage: odd,
      contactName: odd,
      returnUrl: odd,
    },
    { requiredKeys: [] },
  );
  const person = fc.record({ email, firstName: odd, lastName: odd, options }, { requiredKeys: ['email'] });
  const likely = route.operationId === 'createUsers' ? fc.array(person, { maxLength: 4 }) : person;
  return fc.oneof({ weight: 3, arbitrary: arbitraryOf(route.body) }, { weight: 3, arbitrary: likely }, fc.jsonValue());
};

const requestTo = (route: AnyRoute) =>
  fc.record({
    places: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }),
    odd,
    query: fc.dictionary(fc.constantFrom('page', 'pageSize', 'PAGE', 'x'), fc.oneof(odd, fc.nat(11_000).map(String)), {
      maxKeys: 3,
    }),
    headers: fc.dictionary(fc.constantFrom(...headerNames), headerText, { maxKeys: 2 }),
    body: bodyOf(route),
    type: fc.constantFrom('application/json', 'text/json', 'application/xml', 'text/plain'),
    accept: fc.constantFrom('*/*', 'application/xml', 'text/json', 'a/b;q=0'),
    caller: fc.integer({ min: 0, max: 2 }),
  });

const leaks = /node_modules|\.ts:\d|SELECT |INSERT |pg_|Error:/;

/** Services are chosen by number, since they exist only when the test runs. */
const withIds = (body: unknown): string =>
  JSON.stringify(body, (key, value) =>
    key === 'serviceId' && typeof value === 'number' ? (known.serviceId[value] ?? value) : value,
  ) ?? '';

const routes = thisRoutes({ authenticator: {} } as unknown as DirectoryDeps);

test.each(routes.map((route) => [route.operationId, route] as const))('%s: no input makes a 5xx', async (_, route) => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requestTo(route), async (given) => {
      let place = 0;
      const path = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
        const text = known[name as keyof typeof known][given.places[place++] ?? 0] ?? given.odd;
        return encodeURIComponent(text.toWellFormed());
      });
      const caller = callers[given.caller];
      const hasBody = route.method === 'POST' || route.method === 'PUT';
      const query = new URLSearchParams({ page: '0', pageSize: '5', ...given.query }).toString();
      const response = await bench().app.inject({
        method: route.method,
        url: `/services/v3${path}?${query}`,
        headers: {
          accept: given.accept,
          ...given.headers,
          'ocp-apim-subscription-key': caller?.key ?? '',
          authorization: `Bearer ${caller?.token}`,
          ...(hasBody ? { 'content-type': given.type } : {}),
        },
        ...(hasBody ? { body: withIds(given.body) } : {}),
      });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      expect(response.statusCode).toBeLessThan(500);
      expect(response.body).not.toMatch(leaks);
      expect(response.headers['x-supportcode']).toBeTruthy();
    }),
    { numRuns: rounds },
  );
  // The operation itself was reached, and not only the door.
  const succeeded = (statuses.get(200) ?? 0) + (statuses.get(204) ?? 0) + (statuses.get(404) ?? 0);
  expect(succeeded).toBeGreaterThan(0);
});
