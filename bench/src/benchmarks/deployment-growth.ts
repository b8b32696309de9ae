import type { Benchmark, Finding } from '../harness/benchmark.ts';
import { measurePairs } from '../harness/measure-pairs.ts';
import { type DeploymentTarget, startDeploymentTarget } from './deployment/start-deployment-target.ts';
import { templateOf } from './deployment/submission.ts';
import { timeSubmission, watchSubmission } from './deployment/timed-submission.ts';

/** What Pulumi and Terraform were measured with by their own users. */
const watchedSize = 3_222;

/** Into an empty project each time: everything is made. */
const side = (target: DeploymentTarget, size: number) => {
  const template = templateOf(size, 'a');
  return {
    name: size.toLocaleString('en-US'),
    take: async () => (await timeSubmission(target, await target.makeProject(), template)).seconds,
  };
};

const measureProgress = async (target: DeploymentTarget, times: number): Promise<readonly Finding[]> => {
  const template = templateOf(watchedSize, 'a');
  const runs = [];
  for (let run = 0; run < times; run += 1) {
    const watched = await watchSubmission(target, await target.makeProject(), template);
    if (watched.resources !== watchedSize) throw new Error(`${watched.resources} resources were told of.`);
    runs.push(watched);
  }
  const size = watchedSize.toLocaleString('en-US');
  return [
    {
      measured: `${size} resources, first event`,
      samples: runs.map(({ firstEvent }) => firstEvent),
      unit: 's',
      goal: { bound: 'atMost', value: 0.2 },
    },
    {
      measured: `${size} resources, longest silence`,
      samples: runs.map(({ longestSilence }) => longestSilence),
      unit: 's',
    },
    { measured: `${size} resources, all of it`, samples: runs.map(({ seconds }) => seconds), unit: 's' },
  ];
};

export const deploymentGrowth: Benchmark = {
  name: 'deployment-growth',
  goal: 'S4',
  about: 'four times the resources in how much of the time, and how soon somebody who watches hears of it',
  run: async (options) => {
    await using target = await startDeploymentTarget();
    await timeSubmission(target, await target.makeProject(), templateOf(500, 'a'));
    options.note('deployment-growth: 4,000 resources against 1,000');
    const { ratios, sides } = await measurePairs(side(target, 4_000), side(target, 1_000), options.pairs, 's');
    options.note(`deployment-growth: ${watchedSize} resources, watched`);
    return [
      {
        measured: 'time for 4,000 resources over 1,000',
        samples: ratios,
        unit: 'x',
        sides,
        goal: { bound: 'atMost', value: 4.4 },
      },
      ...(await measureProgress(target, options.pairs)),
    ];
  },
};
