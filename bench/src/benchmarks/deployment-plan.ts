import type { Benchmark } from '../harness/benchmark.ts';
import { startDeploymentTarget } from './deployment/start-deployment-target.ts';
import { templateOf } from './deployment/submission.ts';
import { timeSubmission } from './deployment/timed-submission.ts';

const size = 1_000;

interface Plan {
  readonly resources: readonly { readonly action: string }[];
}

export const deploymentPlan: Benchmark = {
  name: 'deployment-plan',
  goal: 'S6',
  about: 'a plan of 1,000 resources without change, and a submission of them that changes nothing',
  run: async (options) => {
    await using target = await startDeploymentTarget();
    const project = await target.makeProject();
    const template = templateOf(size, 'a');
    await timeSubmission(target, project, template);
    const plans: number[] = [];
    const submissions: number[] = [];
    options.note(`deployment-plan: ${size} resources`);
    // The first of them is not counted: code is still being compiled.
    for (let run = 0; run <= options.pairs; run += 1) {
      const { seconds, answer } = await timeSubmission(target, project, template, 'plan');
      const { resources } = answer as Plan;
      if (resources.length !== size || resources.some(({ action }) => action !== 'noChange')) {
        throw new Error('The plan shows a change.');
      }
      plans.push(seconds);
      submissions.push((await timeSubmission(target, project, template)).seconds);
    }
    const goal = { bound: 'atMost', value: 1 } as const;
    const [planned, submitted] = ['plan without change', 'submission without change'];
    return [
      { measured: `${planned}, 1,000 resources`, samples: plans.slice(1), unit: 's', goal },
      { measured: `${submitted}, 1,000 resources`, samples: submissions.slice(1), unit: 's' },
    ];
  },
};
