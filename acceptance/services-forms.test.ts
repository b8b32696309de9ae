import { beforeAll, describe, expect, inject, test } from 'vitest';
import { accountCases } from './services/account-cases.ts';
import { directoryCases } from './services/directory-cases.ts';
import { myCases } from './services/my-cases.ts';
import type { Ask, OperationCase } from './services/operation-case.ts';
import { thisCases } from './services/this-cases.ts';
import { makeWorld, type World } from './services/world.ts';
import { type ApiDocument, type ApiOperation, readApiDocument } from './support/api-document.ts';
import { readXml, writeXml } from './support/xml-form.ts';

const url = inject('portolanUrl');
const prefix = '/services/v3';
const health: OperationCase = {
  operation: 'GET /health/status',
  example: () => ({ path: '/health/status', as: 'keyOnly' }),
  asks: { 200: () => ({ path: '/health/status', as: 'keyOnly' }) },
};
const cases: readonly OperationCase[] = [...myCases, ...thisCases, ...directoryCases, ...accountCases, health];

let world: World;
let document: ApiDocument;
beforeAll(async () => {
  document = await readApiDocument(url, prefix);
  world = await makeWorld(url, inject('portolanData'));
});

const describedBy = (operation: string): ApiOperation => {
  const found = document.operations.find(({ method, path }) => `${method} ${path.slice(prefix.length)}` === operation);
  if (found === undefined) throw new Error(`the document has no ${operation}`);
  return found;
};

/** Sends a request in one form and asks for an answer in another. */
const send = async (operation: string, ask: Ask, { body: form, accept }: { body: string; accept: string }) => {
  const described = describedBy(operation);
  const written = (schema: ApiOperation['body']): string =>
    form.endsWith('xml') ? writeXml(ask.body, schema ?? {}, document.resolve) : JSON.stringify(ask.body);
  const answer = await fetch(`${url}${prefix}${ask.path}`, {
    method: described.method,
    redirect: 'manual',
    headers: {
      ...world.headers[ask.as ?? 'administrator'],
      ...ask.headers,
      accept,
      'x-supportCode': 'the same',
      ...(ask.body === undefined ? {} : { 'content-type': form }),
    },
    ...(ask.body === undefined ? {} : { body: written(described.body) }),
  });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

const json = { body: 'application/json', accept: 'application/json' };

/** What may differ between two answers of an operation: links that open accounts, times, what makes nothing twice. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, member) =>
      ['confirmationUrl', 'authToken', 'time', 'expiry', 'issued', 'observedValue'].includes(name) && member !== null
        ? typeof member
        : member,
    ),
  );

const answerStatuses = [200, 300, 400, 404, 406];
const makesSomethingElse = /^(PUT .*datacontainers|POST \/this\/users?$)/;

describe('an answer in XML, read by its document, is the answer in JSON (contract B4)', () => {
  test.each(cases.map((one) => [one.operation, one] as const))('%s', async (operation, { asks }) => {
    for (const status of answerStatuses) {
      // Terms of the platform would concern every other test.
      if (operation === 'GET /my/policies/validate()' && status === 406) continue;
      const make = asks[status];
      if (make === undefined) continue;
      const first = await make(world);
      for (const accept of ['application/xml', 'text/xml']) {
        // One-time codes are good for one of the two.
        const isOnce = operation.endsWith('/exchange/otp');
        const asJson = await send(operation, isOnce ? await make(world) : first, json);
        const asXml = await send(operation, isOnce ? await make(world) : first, { ...json, accept });
        expect([operation, asJson.status, asXml.status]).toEqual([operation, status, status]);
        expect(asXml.type).toBe(`${accept}; charset=utf-8`);
        const schema = describedBy(operation).answers[status];
        if (schema === undefined) throw new Error(`${operation} does not describe its ${status}`);
        const read = comparable(readXml(asXml.text, schema, document.resolve));
        expect(read, asXml.text).toEqual(comparable(JSON.parse(asJson.text)));
      }
    }
  });
});

describe('a request in XML does what it does in JSON', () => {
  const taking = cases.filter(({ operation }) => /^(POST|PUT|PATCH) /.test(operation));
  test.each(taking.map((one) => [one.operation, one] as const))('%s', async (operation, { asks }) => {
    const success = asks[200] ?? asks[204];
    if (success === undefined) throw new Error(`${operation} never succeeds`);
    if (describedBy(operation).body === undefined) return;
    const answers = [];
    for (const body of ['application/json', 'text/json', 'application/xml', 'text/xml']) {
      const { status, text } = await send(operation, await success(world), { ...json, body });
      const value = text === '' ? null : JSON.parse(text);
      // Other people each time: what there is of them is compared, and not who they are.
      answers.push([status, makesSomethingElse.test(operation) ? membersOf(value) : comparable(value)]);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

const membersOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(membersOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, membersOf(member)]));
};

test('every operation that takes or gives something is here', () => {
  const known = new Set(cases.map(({ operation }) => operation));
  const missing = document.operations
    .filter(({ body, answers }) => body !== undefined || answers[200] !== undefined)
    .map(({ method, path }) => `${method} ${path.slice(prefix.length)}`)
    .filter((operation) => !known.has(operation));
  expect(missing).toEqual([]);
});
