import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { expect, test, vi } from 'vitest';
import { compileXmlWriter } from '../../platform/http/wire/compile-xml-writer.ts';
import { parseXmlBody } from '../../platform/http/wire/parse-xml-body.ts';
import { arbitraryOf } from '../../platform/http/wire/test/arbitrary-of.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { thisRoutes } from '../this/routes.ts';
import { operationsUnderTest } from './test/my-operations.ts';

vi.setConfig({ testTimeout: 60_000 });

// Nothing is called: the routes are read for their schemas.
const deps = { authenticator: {} } as unknown as DirectoryDeps;
const routes = [...operationsUnderTest(deps), ...thisRoutes(deps)];

/** `type: ['string', 'null']` said as a choice, which the generator of values understands. */
const spread = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(spread);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, spread(value)]));
  const { type, ...rest } = entries;
  if (!Array.isArray(type) || 'enum' in rest) return entries;
  return { anyOf: type.map((each) => (each === 'null' ? { type: each } : { ...rest, type: each })) };
};

/** Each once, called after the first operation that has it. */
const schemas = new Map<TSchema, string>();
for (const { operationId, body, answers } of routes) {
  const own = Object.entries(answers).map(([status, { schema }]) => [status, schema] as const);
  for (const [place, schema] of [['request', body] as const, ...own]) {
    if (schema !== undefined && !schemas.has(schema)) schemas.set(schema, `${operationId} ${place}`);
  }
}

test.each([...schemas])('JSON and XML say the same: %#', (schema, place) => {
  const write = compileXmlWriter(schema);
  fc.assert(
    fc.property(arbitraryOf(spread(schema) as object), (value) => {
      expect(parseXmlBody(write(value), schema), place).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 150 },
  );
});

test('there is something to test', () => {
  expect(routes.length).toBeGreaterThanOrEqual(60);
  expect(schemas.size).toBeGreaterThan(35);
});

test.each(routes.map((route) => [route.operationId, route] as const))('%s is described', (_, route) => {
  expect(route.summary).not.toBe('');
  const isOption = /^\/(directory|cache|Status)/.test(route.path);
  expect(route.tag === 'Options').toBe(isOption);
  if (isOption) expect(route.description).toContain('clients must not use');
});
