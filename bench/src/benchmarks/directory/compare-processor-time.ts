import type pg from 'pg';
import type { Finding, RunOptions } from '../../harness/benchmark.ts';
import { measurePairs } from '../../harness/measure-pairs.ts';
import { runClosedLoop } from '../../load/closed-loop.ts';
import type { Contender } from '../../load/compare-load.ts';
import { findPostmaster, readProcessorSeconds } from '../../programs/processor-time-of.ts';

/** A contender whose processes are known: its program, and the database that it asks. */
export interface CountedContender extends Contender {
  readonly pid: number;
  readonly connection: pg.ClientConfig;
}

export interface ProcessorComparison {
  readonly measured: string;
  readonly a: CountedContender;
  readonly b: CountedContender;
  readonly connections: number;
}

/**
 * The processor time that a request costs A's program and database, as a multiple of B's. For information: it says how much
 * work is done, and holds on a machine where throughput says nothing. What A does after it has answered counts too.
 */
export const compareProcessorTime = async (
  { measured, a, b, connections }: ProcessorComparison,
  options: RunOptions,
): Promise<Finding> => {
  options.note(`${measured}: processor time`);
  const pairs = await measurePairs(
    await toSide(a, connections, options),
    await toSide(b, connections, options),
    options.pairs,
    'ms',
  );
  return { measured: `${measured}, processor time`, samples: pairs.ratios, unit: 'x', sides: pairs.sides };
};

const toSide = async (contender: CountedContender, connections: number, { seconds }: RunOptions) => {
  const pids = [contender.pid, await findPostmaster(contender.connection)];
  return {
    name: contender.name,
    take: async () => {
      const before = await readProcessorSeconds(pids);
      const begun = performance.now();
      const { requestsPerSecond } = await runClosedLoop({ ...contender, connections, seconds });
      const requests = (requestsPerSecond * (performance.now() - begun)) / 1000;
      return (((await readProcessorSeconds(pids)) - before) * 1000) / requests;
    },
  };
};
