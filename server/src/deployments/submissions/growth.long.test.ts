import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BenchProject, type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';
import { confidentialApp, idOf, service } from '../test/sample-templates.ts';

let bench: DeploymentsBench;
beforeAll(async () => {
  bench = await openDeploymentsBench();
});
afterAll(async () => await bench.close());

/** Half services, half applications, each of which refers to its service. */
const templateOf = (count: number) => ({
  resourceGroup: { name: 'a large group' },
  resources: Array.from({ length: count / 2 }, (_, index) => [
    service(`service ${index}`),
    confidentialApp(`application ${index}`, [idOf(`service ${index}`)]),
  ]).flat(),
  outputs: [{ name: 'last', value: idOf(`application ${count / 2 - 1}`), type: 'string' }],
});

const timed = async (project: BenchProject, count: number, options = {}): Promise<number> => {
  const template = templateOf(count);
  const started = performance.now();
  const answer = await bench.submit(project, { template }, options);
  const seconds = (performance.now() - started) / 1000;
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
  return seconds;
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test('four times the resources take at most 4.4 times as long (goal S4), and a plan without change is quick (goal S6)', async () => {
  await timed(await bench.makeProject(), 200);
  const ratios: number[] = [];
  const plans: number[] = [];
  const agains: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const [small, large] = [await bench.makeProject(), await bench.makeProject()];
    const one = await timed(small, 1_000);
    const four = await timed(large, 4_000);
    ratios.push(four / one);
    agains.push(await timed(small, 1_000));
    plans.push(await timed(small, 1_000, { plan: true }));
    console.log(
      `1,000: ${one.toFixed(2)} s, 4,000: ${four.toFixed(2)} s, ratio ${(four / one).toFixed(2)}, again ${agains.at(-1)?.toFixed(2)} s, plan ${plans.at(-1)?.toFixed(2)} s`,
    );
  }
  expect(median(ratios)).toBeLessThanOrEqual(4.4);
  expect(median(plans)).toBeLessThan(1);
});
