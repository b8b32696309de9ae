import fc from 'fast-check';
import { expect } from 'vitest';
import type { TemplatePlan } from '../plan/plan-template.ts';
import { arbitraryTemplate, parameters } from './arbitrary-template.ts';
import type { DeploymentsBench } from './open-deployments-bench.ts';

/** Templates after one another into a project that stays the same for a while: makes, updates and leaves alone. */
export const checkPlanAfterDeploy = async (bench: DeploymentsBench, runs: number, seed?: number): Promise<void> => {
  let project = await bench.makeProject();
  let uses = 0;
  await fc.assert(
    fc.asyncProperty(arbitraryTemplate, async (template) => {
      uses += 1;
      if (uses % 10 === 0) project = await bench.makeProject();
      const files = { template, parameters };
      const before = await bench.submit(project, files, { plan: true });
      const answer = await bench.submit(project, files);
      // What is refused, such as a tree that would close a circle with an earlier template, is refused by both alike.
      expect(before.statusCode, before.body).toBe(answer.statusCode);
      if (answer.statusCode !== 200) {
        expect(answer.statusCode).toBe(422);
        return;
      }
      const [latest] = (await bench.get(project, '/deployments?pageSize=1')).json<{ result: { id: string }[] }>()
        .result;
      const done = await bench.get(project, `/deployments/${latest?.id}`);
      expect(done.json<{ resources: { action: string }[] }>().resources.map(({ action }) => action)).toEqual(
        before.json<TemplatePlan>().resources.map(({ action }) => action),
      );
      const after = (await bench.submit(project, files, { plan: true })).json<TemplatePlan>();
      for (const { action, changes } of [after.resourceGroup, ...after.resources]) {
        expect([action, changes]).toEqual(['noChange', []]);
      }
      expect((await bench.get(project, '/drift')).json()).toEqual({ result: [] });
    }),
    { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
};
