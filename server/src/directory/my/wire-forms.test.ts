import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { expect, test, vi } from 'vitest';
import { compileXmlWriter } from '../../platform/http/wire/compile-xml-writer.ts';
import { parseXmlBody } from '../../platform/http/wire/parse-xml-body.ts';
import { arbitraryOf } from '../../platform/http/wire/test/arbitrary-of.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { operationsUnderTest } from './test/my-operations.ts';

vi.setConfig({ testTimeout: 60_000 });

// Nothing is called: the routes are read for their schemas.
const routes = operationsUnderTest({ authenticator: {} } as unknown as DirectoryDeps);

/** `type: ['string', 'null']` said as a choice, which the generator of values understands. */
const spread = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(spread);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, spread(value)]));
  const { type, ...rest } = entries;
  if (!Array.isArray(type) || 'enum' in rest) return entries;
  return { anyOf: type.map((each) => (each === 'null' ? { type: each } : { ...rest, type: each })) };
};

const schemas = routes.flatMap(({ operationId, body, answers }) => [
  ...(body === undefined ? [] : [[`${operationId} request`, body] as const]),
  ...Object.entries(answers).flatMap(([status, { schema }]) =>
    schema === undefined ? [] : [[`${operationId} ${status}`, schema] as const],
  ),
]);

test.each<readonly [string, TSchema]>(schemas)('%s says the same in JSON and XML', (_, schema) => {
  const write = compileXmlWriter(schema);
  fc.assert(
    fc.property(arbitraryOf(spread(schema) as object), (value) => {
      expect(parseXmlBody(write(value), schema)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 60 },
  );
});

test('there is something to test', () => {
  expect(routes.length).toBeGreaterThan(40);
  expect(schemas.length).toBeGreaterThan(40);
});

test.each(routes.map((route) => [route.operationId, route] as const))('%s is described', (_, route) => {
  expect(route.summary).not.toBe('');
  const isOption = /^\/(directory|cache|Status)/.test(route.path);
  expect(route.tag === 'Options').toBe(isOption);
  if (isOption) expect(route.description).toContain('clients must not use');
});
