import { expect, test } from 'vitest';
import type { HealthState } from './health-state.ts';
import { summarizeChecks } from './summarize-checks.ts';

type Case = [string, readonly [HealthState, boolean][], HealthState, number];

test.each<Case>([
  [
    'everything works',
    [
      ['pass', true],
      ['pass', false],
    ],
    'pass',
    200,
  ],
  ['nothing to check', [], 'pass', 200],
  [
    'one is degraded',
    [
      ['pass', true],
      ['warn', false],
    ],
    'warn',
    200,
  ],
  ['something essential is degraded', [['warn', true]], 'warn', 200],
  [
    'something else fails',
    [
      ['pass', true],
      ['fail', false],
      ['warn', true],
    ],
    'fail',
    424,
  ],
  ['something essential fails', [['fail', true]], 'fail', 500],
  [
    'both fail',
    [
      ['fail', false],
      ['fail', true],
    ],
    'fail',
    500,
  ],
])('%s', (_, states, status, httpStatus) => {
  const checks = states.map(([state, critical]) => ({ status: state, critical }));
  expect(summarizeChecks(checks)).toEqual({ status, httpStatus });
});
