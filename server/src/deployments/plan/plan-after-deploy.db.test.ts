import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPlanAfterDeploy } from '../test/check-plan-after-deploy.ts';
import { type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';

let bench: DeploymentsBench;
beforeAll(async () => {
  bench = await openDeploymentsBench();
});
afterAll(async () => await bench.close());

test('random templates do what their plan said, and show no change and no drift right afterwards', async () => {
  const { planned, refused } = await checkPlanAfterDeploy(bench, 40);
  expect(planned, `${refused} were refused`).toBe(40);
  expect(bench.errors).toEqual([]);
}, 120_000);
