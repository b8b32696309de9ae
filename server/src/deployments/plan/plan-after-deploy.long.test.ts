import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPlanAfterDeploy } from '../test/check-plan-after-deploy.ts';
import { type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';

let bench: DeploymentsBench;
beforeAll(async () => {
  bench = await openDeploymentsBench();
});
afterAll(async () => await bench.close());

test('1,000 random templates do what their plan said, and show no change and no drift right afterwards', async () => {
  const { planned, refused } = await checkPlanAfterDeploy(bench, 1_000);
  console.log(`${planned} planned after they were deployed, ${refused} refused by both`);
  expect(planned).toBe(1_000);
  expect(bench.errors).toEqual([]);
});
