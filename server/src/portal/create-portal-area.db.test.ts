import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRoute } from '../platform/http/route.ts';
import { buildOpenApi } from '../platform/openapi/build-openapi.ts';
import { createPortalArea } from './create-portal-area.ts';
import { type Caller, openPortalBench, type PortalBench } from './test/portal-bench.ts';

let bench: PortalBench;
let routes: readonly AnyRoute[];
let nobody: Caller;
let stranger: Caller;
let application: Caller;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  bench = await openPortalBench();
  ({ routes } = createPortalArea(bench.deps));
  const tenantId = await bench.makeTenant();
  const owner = await bench.makeUser({ tenantId });
  nobody = await bench.makeUser({ tenantId });
  stranger = await bench.makeUser({ tenantId: await bench.makeTenant() });
  application = await bench.makeApplication();
  const project = await bench.ask(owner, 'POST', '/projects', { body: { name: 'Theirs' } });
  ids = { projectId: project.json().id, userId: owner.id, tenantId };
});
afterAll(async () => await bench.close());

/** The path of an operation with the given ids, and with others where there are none. */
const pathOf = (route: AnyRoute, given: Readonly<Record<string, string>>): string =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? samples[name] ?? randomUUID());
const samples: Readonly<Record<string, string>> = {
  role: 'administrator',
  slot: 'primary',
  jobId: '1',
  sessionId: '0'.repeat(64),
};
const statusOf = async (caller: Caller | undefined, route: AnyRoute, given = ids): Promise<number> =>
  (await bench.ask(caller, route.method, pathOf(route, given))).statusCode;
const wrong = async (
  which: (route: AnyRoute) => boolean,
  caller: () => Caller | undefined,
  expected: readonly number[],
): Promise<string[]> => {
  const found: string[] = [];
  for (const route of routes.filter(which)) {
    const status = await statusOf(caller(), route);
    if (!expected.includes(status)) found.push(`${route.operationId} ${status}`);
  }
  return found;
};

describe('every operation of the portal', () => {
  test('asks who calls', async () => {
    expect(routes.length).toBeGreaterThan(70);
    expect(routes.filter(({ rule }) => rule.principals.length === 0)).toEqual([]);
    expect(
      await wrong(
        () => true,
        () => undefined,
        [401],
      ),
    ).toEqual([]);
  });

  test('keeps out users whom its rule does not name', async () => {
    expect(
      await wrong(
        ({ rule }) => !rule.principals.includes('user'),
        () => nobody,
        [403],
      ),
    ).toEqual([]);
  });

  test('keeps out applications that its rule does not name', async () => {
    expect(
      await wrong(
        ({ rule }) => !rule.principals.includes('application'),
        () => application,
        [403, 404],
      ),
    ).toEqual([]);
  });

  test('on a project hides it from everybody else, with the same words as one that does not exist', async () => {
    const own = routes.filter(({ rule }) => rule.relation.startsWith('project'));
    expect(own.length).toBeGreaterThan(25);
    const headers = { 'x-supportcode': 'same' };
    for (const route of own) {
      const answers = [];
      for (const caller of [nobody, stranger]) {
        for (const given of [ids, {}]) {
          const answer = await bench.ask(caller, route.method, pathOf(route, given), { headers });
          answers.push(`${answer.statusCode} ${answer.body}`);
        }
      }
      expect([route.operationId, new Set(answers).size]).toEqual([route.operationId, 1]);
      expect(answers[0]).toMatch(/^404 /);
    }
  });

  test('is described', () => {
    const document = buildOpenApi(createPortalArea(bench.deps), '0') as { paths: object; components: object };
    expect(Object.keys(document.paths).length).toBeGreaterThan(40);
    expect(JSON.stringify(document.components)).toContain('"ProjectPage"');
  });

  test('that lists has the form of contract P3', () => {
    const lists = routes.filter(({ operationId }) => /^list/.test(operationId));
    expect(lists.length).toBeGreaterThan(15);
    for (const { operationId, answers } of lists) {
      const { properties = {} } = (answers[200]?.schema ?? {}) as { properties?: object };
      expect([operationId, Object.keys(properties)]).toEqual([
        operationId,
        ['result', 'pageIndex', 'pageSize', 'totalCount', 'totalPages'],
      ]);
    }
  });

  test('that creates takes an Idempotency-Key', () => {
    const creating = routes.filter(({ answers }) => answers[201] !== undefined);
    expect(creating.length).toBeGreaterThan(6);
    for (const { operationId, headers } of creating) {
      expect([operationId, Object.keys(headers?.properties ?? {})]).toEqual([operationId, ['Idempotency-Key']]);
    }
  });
});
