import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountCases } from './services/account-cases.ts';
import { type BreakablePortolan, startBreakablePortolan } from './services/breakable-portolan.ts';
import { directoryCases } from './services/directory-cases.ts';
import { type Answer, createLedger, judgeAnswer } from './services/ledger.ts';
import { myCases } from './services/my-cases.ts';
import type { Ask, OperationCase } from './services/operation-case.ts';
import { operationTable } from './services/operation-table.ts';
import { thisCases } from './services/this-cases.ts';
import { makeWorld, type World } from './services/world.ts';
import { readApiDocument } from './support/api-document.ts';

const versions = ['v3', 'v2'] as const;
const cases: readonly OperationCase[] = [...myCases, ...thisCases, ...directoryCases, ...accountCases];
const ledger = createLedger();

let portolan: BreakablePortolan;
let world: World;
beforeAll(async () => {
  portolan = await startBreakablePortolan();
  world = await makeWorld(portolan.server.url, portolan.server.data);
}, 180_000);
afterAll(async () => await portolan?.remove());

/** Sends a request to an operation in a version; whatever comes back is written down. */
const send = async (version: string, operation: string, ask: Ask): Promise<Answer> => {
  const [method = ''] = operation.split(' ');
  const answer = await fetch(`${world.url}/services/${version}${ask.path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...world.headers[ask.as ?? 'administrator'],
      ...ask.headers,
      'x-supportCode': `${version} ${operation}`,
      ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
  });
  const got = { status: answer.status, headers: answer.headers, text: await answer.text() };
  ledger.write(version, operation, got.status);
  return got;
};

const expectStatus = (answer: Answer, status: number, operation: string) => {
  expect(answer.status, `${operation}: ${answer.text}`).toBe(status);
  expect(judgeAnswer(answer), operation).toEqual([]);
};

/** Published terms concern everybody, and so 406 comes after everything else. */
const comesLast = 406;

describe.each(versions)('%s', (version) => {
  test.each(cases.map((one) => [one.operation, one] as const))('%s', async (operation, { asks, example }) => {
    for (const [status, ask] of Object.entries(asks)) {
      if (Number(status) === comesLast) continue;
      expectStatus(await send(version, operation, await ask(world)), Number(status), operation);
    }
    expectStatus(await send(version, operation, { ...example(world), as: 'nobody' }), 401, operation);
    if (isOpenToKeys(operation)) return;
    expectStatus(await send(version, operation, { ...example(world), as: 'mismatched' }), 403, operation);
  });
});

const isOpenToKeys = (operation: string): boolean =>
  cases.find((one) => one.operation === operation)?.never?.[403] !== undefined;

describe('policies that need attention', () => {
  test.each(cases.filter(({ asks }) => asks[406] !== undefined).map((one) => [one.operation, one] as const))(
    '406 from %s',
    async (operation, { asks }) => {
      for (const version of versions) {
        const ask = await asks[406]?.(world);
        if (ask !== undefined) expectStatus(await send(version, operation, ask), 406, operation);
      }
    },
  );
});

describe('health', () => {
  const operation = 'GET /health/status';
  const asked = async (version: string) => await send(version, operation, { path: '/health/status', as: 'keyOnly' });

  test('200, and 401 without a key', async () => {
    for (const version of versions) {
      expectStatus(await asked(version), 200, operation);
      expectStatus(await send(version, operation, { path: '/health/status', as: 'nobody' }), 401, operation);
    }
  });

  test('424 while the object store is gone', async () => {
    const store = join(portolan.server.data, 'blobs');
    await mkdir(store, { recursive: true });
    await rename(store, `${store}-away`);
    try {
      for (const version of versions) {
        // A reading stands for two seconds (contract B16).
        await expect.poll(async () => (await asked(version)).status, { timeout: 10_000, interval: 100 }).toBe(424);
        const answer = await asked(version);
        expectStatus(answer, 424, operation);
        const { status, checks } = JSON.parse(answer.text);
        expect(status).toBe('fail');
        expect(checks.find((check: { status: string }) => check.status === 'fail')).toMatchObject({ critical: false });
      }
    } finally {
      await rename(`${store}-away`, store);
    }
    await expect.poll(async () => (await asked('v3')).status, { timeout: 10_000, interval: 100 }).toBe(200);
  });
});

describe('when the store fails', () => {
  test('tables that are not where they should be are unexpected: 500, and it heals', { timeout: 120_000 }, async () => {
    const wrong = await portolan.withoutTables(async () => await tryAll(500));
    expect(wrong).toEqual([]);
    await expect.poll(async () => (await profile()).status, { timeout: 10_000 }).toBe(200);
  });

  test('a database out of reach is a dependency: 502, health says 500, and it heals', {
    timeout: 120_000,
  }, async () => {
    const wrong = await portolan.withoutDatabase(async () => {
      const found = await tryAll(502);
      for (const version of versions) {
        const answer = await send(version, 'GET /health/status', { path: '/health/status', as: 'keyOnly' });
        if (answer.status !== 500) found.push(`health answers ${answer.status}: ${answer.text}`);
      }
      return found;
    });
    expect(wrong).toEqual([]);
    await expect.poll(async () => (await profile()).status, { timeout: 20_000 }).toBe(200);
  });

  const profile = async () => await send('v3', 'GET /my/profile', { path: '/my/profile' });

  /** Every operation in both versions; tells what answers otherwise, or shows what it should not. */
  const tryAll = async (status: number): Promise<string[]> => {
    const found: string[] = [];
    for (const version of versions) {
      for (const { operation, example } of cases) {
        const begun = performance.now();
        const answer = await send(version, operation, example(world));
        const seconds = (performance.now() - begun) / 1000;
        if (answer.status !== status) found.push(`${version} ${operation}: ${answer.status} ${answer.text}`);
        else found.push(...judgeAnswer(answer).map((problem) => `${version} ${operation}: ${problem}`));
        // Goal R2: an error is due within five seconds.
        if (seconds > 5) found.push(`${version} ${operation} took ${seconds} s`);
      }
    }
    return found;
  };
});

describe('the inventory is complete', () => {
  const isExcused = (operation: string, status: number): boolean =>
    cases.find((one) => one.operation === operation)?.never?.[status] !== undefined;
  const due = operationTable.flatMap(({ operation, statuses }) =>
    statuses.filter((status) => !isExcused(operation, status)).map((status) => ({ operation, status })),
  );
  const missingFrom = (seen: Pick<typeof ledger, 'has'>, version: string): string[] =>
    due
      .filter(({ operation, status }) => !seen.has(version, operation, status))
      .map(({ operation, status }) => `${operation} ${status}`);

  test.each(versions)('every operation and status of the table came about in %s', (version) => {
    expect(missingFrom(ledger, version)).toEqual([]);
  });

  test('the control: with nothing written down, everything is missing', () => {
    expect(missingFrom(createLedger(), 'v3')).toHaveLength(due.length);
    expect(due.length).toBeGreaterThan(350);
  });

  test('nothing that is excused came about after all', () => {
    const seen = cases.flatMap(({ operation, never = {} }) =>
      Object.keys(never)
        .filter((status) => versions.some((version) => ledger.has(version, operation, Number(status))))
        .map((status) => `${operation} ${status}`),
    );
    expect(seen).toEqual([]);
  });

  test.each(versions)('the document of %s has the operations of the table, and their statuses', async (version) => {
    const prefix = `/services/${version}`;
    const { operations } = await readApiDocument(world.url, prefix);
    const documented = operations.map(({ method, path, statuses }) => ({
      operation: `${method} ${path.replace(/^\/services\/v\d/, '')}`,
      statuses: statuses.filter((status) => status !== 'default').map(Number),
    }));
    const byName = (a: { operation: string }, b: { operation: string }) => (a.operation < b.operation ? -1 : 1);
    const expected = operationTable.map(({ operation, statuses }) => ({ operation, statuses }));
    expect(documented.toSorted(byName)).toEqual(expected.toSorted(byName));
  });
});
