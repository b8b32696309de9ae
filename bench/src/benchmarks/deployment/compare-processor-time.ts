import type { Finding, RunOptions } from '../../harness/benchmark.ts';
import { measurePairs } from '../../harness/measure-pairs.ts';
import { runClosedLoop } from '../../load/closed-loop.ts';
import type { Comparison, Contender } from '../../load/compare-load.ts';
import { readProcessorSeconds } from '../../programs/processor-time-of.ts';

/** A contender with the processes that work for it. */
export interface Worker extends Contender {
  readonly pids: readonly number[];
}

/**
 * What one request costs A's server and database in processor time, as a multiple of what it costs B's. Where both have
 * the processor to themselves it is the reciprocal of their throughput, and it stays the same where they do not.
 */
export const compareProcessorTime = async (
  comparison: Comparison & { readonly a: Worker; readonly b: Worker },
  options: RunOptions,
): Promise<Finding> => {
  const { measured, connections, goal } = comparison;
  options.note(`${measured}: processor time`);
  const side = (worker: Worker) => ({
    name: worker.name,
    take: async () => {
      const before = await readProcessorSeconds(worker.pids);
      const begun = performance.now();
      const { requestsPerSecond } = await runClosedLoop({ ...worker, connections, seconds: options.seconds });
      const requests = (requestsPerSecond * (performance.now() - begun)) / 1000;
      return (((await readProcessorSeconds(worker.pids)) - before) * 1000) / requests;
    },
  });
  const pairs = await measurePairs(side(comparison.a), side(comparison.b), options.pairs, 'ms');
  const result = {
    measured: `${measured}, processor time`,
    samples: pairs.ratios,
    unit: 'x' as const,
    sides: pairs.sides,
  };
  return goal === undefined ? result : { ...result, goal };
};
