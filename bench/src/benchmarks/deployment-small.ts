import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compareThroughput } from '../load/compare-load.ts';
import { findPostmaster } from '../programs/processor-time-of.ts';
import { startDatabase } from '../programs/start-database.ts';
import { compareProcessorTime } from './deployment/compare-processor-time.ts';
import { type DeploymentTarget, startDeploymentTarget } from './deployment/start-deployment-target.ts';
import { encodeSubmission, templateOf } from './deployment/submission.ts';
import { timeSubmission } from './deployment/timed-submission.ts';

const connections = 32;
const templates = [templateOf(2, 'a'), templateOf(2, 'b')];

/** Each connection has a project of its own, and each of its submissions changes both resources. */
const prepareRequests = async (target: DeploymentTarget): Promise<readonly (readonly Buffer[])[]> => {
  const requests: Buffer[][] = [];
  while (requests.length < connections) {
    const project = await target.makeProject();
    for (const template of templates) checkAnswer((await timeSubmission(target, project, template)).answer);
    requests.push(templates.map((template) => encodeSubmission(project, template)));
  }
  return requests;
};

const checkAnswer = (answer: unknown): void => {
  const { errors, values } = answer as { errors: unknown; values: readonly { value: unknown }[] };
  const isComplete = values.length === 3 && values.every(({ value }) => value !== null);
  if (errors !== null || !isComplete) throw new Error('The product gave a wrong answer.');
};

export const deploymentSmall: Benchmark = {
  name: 'deployment-small',
  goal: 'S5',
  about: 'a submission of a service and a client, both changed, against the SQL that it takes',
  run: async (options) => {
    await using database = await startDatabase();
    await using floor = await startFloor(5, database.connection);
    await using target = await startDeploymentTarget();
    const { product } = target;
    const requests = await prepareRequests(target);
    const a = {
      name: 'product',
      target: product.target,
      request: (connection: number, made: number) => requests[connection]?.[made % 2] ?? Buffer.alloc(0),
      pids: [product.pid, await findPostmaster(await product.connection())],
    };
    const b = { ...floorContender(5, floor), pids: [floor.pid, await findPostmaster(database.connection)] };
    const goal = { bound: 'atLeast', value: 0.5 } as const;
    const twice = { bound: 'atMost', value: 2 } as const;
    const measured = `${connections} projects at once`;
    return [
      await compareThroughput({ measured, a, b, connections, goal }, options),
      await compareThroughput({ measured: 'one after the other', a, b, connections: 1 }, options),
      await compareProcessorTime({ measured, a, b, connections, goal: twice }, options),
    ];
  },
};
