import { expect, test } from 'vitest';
import type { Probe, Reading } from './probe.ts';
import { runProbe } from './run-probe.ts';

const now = () => new Date('2026-01-02T03:04:05.006Z');
const probe = (read: Probe['read']): Probe => ({
  componentId: 'thing',
  componentType: 'system',
  critical: false,
  weight: 2,
  affectedEndpoints: ['/a/{b}'],
  read,
});

test('a thing that works', async () => {
  const { observedValue, ...check } = await runProbe(
    probe(async () => ({ status: 'pass' })),
    now,
  );
  expect(observedValue).toBeTypeOf('number');
  expect(check).toEqual({
    componentId: 'thing',
    componentType: 'system',
    observedUnit: 'ms',
    status: 'pass',
    time: '2026-01-02T03:04:05.006Z',
    weight: 2,
    critical: false,
  });
});

test.each<[string, () => Promise<Reading>, string]>([
  ['says so', async () => ({ status: 'fail', output: 'No.' }), 'No.'],
  ['throws', async () => Promise.reject(new Error('secret host 10.0.0.1')), 'It cannot be reached.'],
  ['never answers', async () => await new Promise(() => undefined), 'There was no answer within 20 ms.'],
])('a thing that fails because it %s', async (_, read, output) => {
  const check = await runProbe(probe(read), now, 20);
  expect(check).toMatchObject({ status: 'fail', output, affectedEndpoints: ['/a/{b}'] });
});

test('what is too late is told to stop', async () => {
  let stopped = false;
  const read: Probe['read'] = (signal) =>
    new Promise(() => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
    });
  await runProbe(probe(read), now, 10);
  expect(stopped).toBe(true);
});

test('a long story is cut', async () => {
  const check = await runProbe(
    probe(async () => ({ status: 'warn', output: 'x'.repeat(9_999) })),
    now,
  );
  expect(check.output).toHaveLength(500);
});
