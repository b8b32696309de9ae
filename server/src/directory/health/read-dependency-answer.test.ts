import { expect, test } from 'vitest';
import type { HealthState } from './health-state.ts';
import { readDependencyAnswer } from './read-dependency-answer.ts';

test.each<[string, number, string, HealthState]>([
  ['pass with 200', 200, '{"status":"pass"}', 'pass'],
  ['an alias', 200, '{"status":"UP"}', 'pass'],
  ['a redirect is a good status', 302, '', 'pass'],
  ['another spelling of the member', 200, '{"Status":"Ok"}', 'pass'],
  ['warn with 200', 200, '{"status":"warn"}', 'warn'],
  ['warn does not go with 500', 500, '{"status":"warn"}', 'fail'],
  ['pass does not go with 503', 503, '{"status":"pass"}', 'fail'],
  ['fail with 200 is believed', 200, '{"status":"down"}', 'fail'],
  ['no body', 204, '', 'pass'],
  ['no body and an error', 500, '', 'fail'],
  ['plain text', 200, 'OK', 'pass'],
  ['plain text that says no', 200, 'error', 'fail'],
  ['a page', 200, '<html><body>Welcome</body></html>', 'pass'],
  ['a JSON text', 200, '"up"', 'pass'],
  ['a word that nobody knows', 200, '{"status":"meh"}', 'warn'],
  ['a word that nobody knows with an error', 500, '{"status":"meh"}', 'fail'],
  ['a status that is no text', 200, '{"status":7}', 'pass'],
  ['a list', 200, '[]', 'pass'],
  ['null', 200, 'null', 'pass'],
])('%s', (_, httpStatus, body, expected) => {
  const reading = readDependencyAnswer({ httpStatus, body });
  expect(reading.status).toBe(expected);
  expect(reading.output === undefined).toBe(expected === 'pass');
});

test('what it says is never repeated', () => {
  const { output } = readDependencyAnswer({ httpStatus: 500, body: '{"status":"password=secret"}' });
  expect(output).not.toContain('secret');
});
