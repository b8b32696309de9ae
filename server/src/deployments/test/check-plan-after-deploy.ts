import fc from 'fast-check';
import { expect } from 'vitest';
import type { TemplatePlan } from '../plan/plan-template.ts';
import { arbitraryTemplate, parameters } from './arbitrary-template.ts';
import type { DeploymentsBench } from './open-deployments-bench.ts';

export interface PlanCheck {
  /** Templates that were deployed, and then planned to no change. */
  readonly planned: number;
  /** Templates that plan and deployment refused alike. They count for nothing. */
  readonly refused: number;
}

/**
 * Templates after one another into a project that stays the same for a while: makes, updates and leaves alone. Goes on
 * until so many of them were deployed; what is refused, such as a tree that would close a circle with an earlier
 * template, is made up for by another one.
 */
export const checkPlanAfterDeploy = async (
  bench: DeploymentsBench,
  wanted: number,
  seed = Date.now() % 0x7fff_ffff,
): Promise<PlanCheck> => {
  let project = await bench.makeProject();
  let [planned, refused] = [0, 0];
  const check = async (template: unknown): Promise<void> => {
    if ((planned + refused) % 10 === 9) project = await bench.makeProject();
    const files = { template, parameters };
    const before = await bench.submit(project, files, { plan: true });
    const answer = await bench.submit(project, files);
    expect(before.statusCode, before.body).toBe(answer.statusCode);
    if (answer.statusCode !== 200) {
      expect(answer.statusCode).toBe(422);
      refused += 1;
      return;
    }
    const [latest] = (await bench.get(project, '/deployments?pageSize=1')).json<{ result: { id: string }[] }>().result;
    const done = await bench.get(project, `/deployments/${latest?.id}`);
    expect(done.json<{ resources: { action: string }[] }>().resources.map(({ action }) => action)).toEqual(
      before.json<TemplatePlan>().resources.map(({ action }) => action),
    );
    const after = (await bench.submit(project, files, { plan: true })).json<TemplatePlan>();
    for (const { action, changes } of [after.resourceGroup, ...after.resources]) {
      expect([action, changes]).toEqual(['noChange', []]);
    }
    expect((await bench.get(project, '/drift')).json()).toEqual({ result: [], resourceGroups: [] });
    planned += 1;
  };
  for (let batch = 0; planned < wanted; batch += 1) {
    const settings = { numRuns: wanted - planned, endOnFailure: true, seed: seed + batch };
    await fc.assert(fc.asyncProperty(arbitraryTemplate, check), settings);
    // A generator that mostly makes what is refused checks little.
    expect(refused).toBeLessThanOrEqual(5 + planned / 3);
  }
  return { planned, refused };
};
