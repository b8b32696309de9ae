import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { inviteUser, registerUser, systemTenantId } from '../../accounts/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AnyRoute } from '../../platform/http/route.ts';
import { arbitraryOf } from '../../platform/http/wire/test/arbitrary-of.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { acting, type BenchUser, useDirectoryBench } from '../test/directory-bench.ts';
import { operationsUnderTest } from './test/my-operations.ts';

vi.setConfig({ testTimeout: 300_000 });

const bench = useDirectoryBench();
/** For each operation; the black box tests and the long run make many more (goal R5). */
const rounds = 80;

let callers: readonly BenchUser[];
let knownIds: readonly string[];
let authToken: string;

// Some operations delete their caller.
beforeEach(async () => {
  const { makeUser, makeService, subscribe, link, application, database } = bench();
  const [user, administrator] = [await makeUser(), await makeUser({ roles: ['administrator'] })];
  const serviceId = await makeService();
  await link(application, serviceId);
  await subscribe(user, serviceId);
  callers = [user, administrator];
  knownIds = [user.id, serviceId, administrator.id];
  authToken = await inTransaction(database, async (t) => {
    const tenantId = systemTenantId;
    const person = { email: `${randomUUID()}@example.com` };
    const { user: invited } = await registerUser(t, acting, { tenantId, person });
    return (await inviteUser(t, acting, { userId: invited.id, scope: { tenantId } })).token;
  });
});

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    'null',
    'true',
    'True',
    '-1',
    '0',
    '99999999999999999999',
    '1e3',
    "' OR 1=1 --",
    '../..',
    '%00',
    '__proto__',
    'constructor',
    '\u0000',
    '١',
    'a@b.c',
    'https://app.example.com/x',
    '2026-02-30T25:00:00Z',
  ),
);
const ids = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 2 }).map((place) => () => knownIds[place] ?? '') },
  { weight: 1, arbitrary: fc.uuid().map((id) => () => id) },
  { weight: 1, arbitrary: odd.map((text) => () => text) },
);

/** Headers are bytes of Latin-1 on the wire, without line ends. */
const headerText = odd.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'));
const knownHeaders = [
  'tenantId',
  'importantOnly',
  'returnUrl',
  'skipSubscriptionCheck',
  'channelId',
  'authToken',
  'emailAddress',
  'otpAuthCode',
  'x-supportCode',
  'accept',
];

const bodyOf = (route: AnyRoute): fc.Arbitrary<unknown> =>
  route.body === undefined
    ? fc.anything()
    : fc.oneof({ weight: 3, arbitrary: arbitraryOf(route.body) }, fc.anything(), fc.jsonValue());

const toText = (body: unknown): string => {
  try {
    return JSON.stringify(body) ?? '';
  } catch {
    return String(body);
  }
};

const requestTo = (route: AnyRoute) =>
  fc.record({
    params: fc.array(ids, { minLength: 3, maxLength: 3 }),
    query: fc.dictionary(
      fc.oneof(
        fc.constantFrom('all', 'page', 'pageSize', 'name', 'email', 'filter', 'pageNo', 'ALL'),
        fc.string({ maxLength: 9 }),
      ),
      fc.oneof(odd, fc.integer({ min: -2, max: 12_000 }).map(String), fc.constantFrom('true', 'false')),
      { maxKeys: 5 },
    ),
    headers: fc.dictionary(fc.constantFrom(...knownHeaders), headerText, { maxKeys: 4 }),
    body: bodyOf(route),
    type: fc.constantFrom(
      'application/json',
      'text/json',
      'application/xml',
      'text/xml',
      'text/plain',
      'application/json; charset=utf-8',
    ),
    accept: fc.constantFrom('*/*', 'application/xml', 'text/json', 'application/health+json', 'a/b;q=0', ',,,'),
    caller: fc.integer({ min: 0, max: 1 }),
  });

const leaks = /node_modules|\.ts:\d|SELECT |INSERT |pg_|\/work\/|Error:/;

const routes = operationsUnderTest({ authenticator: {} } as unknown as DirectoryDeps);

test.each(routes.map((route) => [route.operationId, route] as const))('%s: no input makes a 5xx', async (_, route) => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requestTo(route), async (given) => {
      let place = 0;
      const path = route.path.replace(/\{\w+\}/g, () => {
        place += 1;
        return encodeURIComponent((given.params[place % 3]?.() ?? '').toWellFormed());
      });
      const query = new URLSearchParams(given.query).toString();
      const caller = callers[given.caller];
      const hasBody = route.method !== 'GET';
      const response = await bench().app.inject({
        method: route.method,
        url: `/services/v3${path}?${query}`,
        headers: {
          accept: given.accept,
          authToken,
          ...given.headers,
          'ocp-apim-subscription-key': caller?.key ?? '',
          authorization: `Bearer ${caller?.token}`,
          ...(hasBody ? { 'content-type': given.type } : {}),
        },
        ...(hasBody ? { body: toText(given.body) } : {}),
      });
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      expect(response.statusCode).toBeLessThan(500);
      expect(response.body).not.toMatch(leaks);
      expect(response.headers['x-supportcode']).toBeTruthy();
    }),
    { numRuns: rounds },
  );
  // The operation itself was reached, and not only the door.
  expect([...statuses.keys()].some((status) => status !== 401 && status !== 403)).toBe(true);
});
