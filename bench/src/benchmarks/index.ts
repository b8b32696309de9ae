import type { Benchmark } from '../harness/benchmark.ts';
import { deploymentGrowth } from './deployment-growth.ts';
import { deploymentPlan } from './deployment-plan.ts';
import { deploymentSmall } from './deployment-small.ts';
import { directoryPaging } from './directory-paging.ts';
import { directoryProfile } from './directory-profile.ts';
import { directorySubscribe } from './directory-subscribe.ts';
import { floors } from './floors.ts';
import { jmespathDeployment } from './jmespath-deployment.ts';
import { jmespathLookup } from './jmespath-lookup.ts';
import { jmespathSuite } from './jmespath-suite.ts';
import { kernel } from './kernel.ts';
import { noise } from './noise.ts';
import { signIn } from './sign-in.ts';
import { start } from './start.ts';
import { tokens } from './tokens.ts';

/** Every benchmark, in the order of `npm run bench -- all`. A new one is one file and one line here. */
export const benchmarks: readonly Benchmark[] = [
  noise,
  floors,
  kernel,
  start,
  jmespathSuite,
  jmespathLookup,
  jmespathDeployment,
  deploymentSmall,
  deploymentGrowth,
  deploymentPlan,
  directoryProfile,
  directorySubscribe,
  directoryPaging,
  tokens,
  signIn,
];
