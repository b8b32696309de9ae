import type { Finding, Goal, RunOptions } from '../harness/benchmark.ts';
import { formatNumber } from '../harness/judge.ts';
import { measurePairs } from '../harness/measure-pairs.ts';
import { median } from '../harness/statistics.ts';
import { runClosedLoop } from './closed-loop.ts';
import type { Load } from './load.ts';
import { runOpenLoop } from './open-loop.ts';

export interface Contender extends Pick<Load, 'target' | 'request' | 'expectedStatus'> {
  readonly name: string;
}

export interface Comparison {
  readonly measured: string;
  /** Usually the product. */
  readonly a: Contender;
  /** Usually a floor or a peer. */
  readonly b: Contender;
  readonly connections: number;
  readonly goal?: Goal;
}

/** Requests per second of A as a multiple of those of B, both with all the load they can take. */
export const compareThroughput = async (comparison: Comparison, options: RunOptions): Promise<Finding> => {
  const { measured, connections, goal } = comparison;
  options.note(`${measured}: throughput, ${connections} connections`);
  const side = (contender: Contender) => ({
    name: contender.name,
    take: async () => (await runClosedLoop({ ...contender, connections, seconds: options.seconds })).requestsPerSecond,
  });
  const pairs = await measurePairs(side(comparison.a), side(comparison.b), options.pairs, 'req/s');
  return { measured, samples: pairs.ratios, unit: 'x', sides: pairs.sides, ...(goal === undefined ? {} : { goal }) };
};

/** How much of B's capacity the requests make up while the tail is measured. */
const share = 0.4;
/** One busy moment of the machine spoils a whole turn of a tail: many short turns outlive it better than few long ones. */
const shortTurns = 3;

/**
 * The 99th percentile of A's answer times as a multiple of B's, when both get the same requests at the same times: 40 %
 * of what B can take. A share of A's own capacity would be kind to a slow A.
 */
export const compareTail = async (comparison: Comparison, options: RunOptions): Promise<Finding> => {
  const { connections, goal } = comparison;
  const capacities: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const { requestsPerSecond } = await runClosedLoop({ ...comparison.b, connections, seconds: options.seconds });
    capacities.push(requestsPerSecond);
  }
  const rate = share * median(capacities);
  const measured = `${comparison.measured}, p99 at ${formatNumber(Math.round(rate))} req/s`;
  options.note(measured);
  const side = (contender: Contender) => ({
    name: contender.name,
    take: async () =>
      (await runOpenLoop({ ...contender, connections: 256, rate, seconds: options.seconds / shortTurns })).p99,
  });
  const turns = options.pairs * shortTurns;
  const pairs = await measurePairs(side(comparison.a), side(comparison.b), turns, 'ms');
  return { measured, samples: pairs.ratios, unit: 'x', sides: pairs.sides, ...(goal === undefined ? {} : { goal }) };
};
