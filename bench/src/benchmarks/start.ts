import { setTimeout as wait } from 'node:timers/promises';
import type { Benchmark, RunOptions } from '../harness/benchmark.ts';
import { makeFolder } from '../programs/make-folder.ts';
import { readResidentMemory } from '../programs/resident-memory.ts';
import { startProduct } from '../programs/start-product.ts';

const idleFor = 10_000;

interface Round {
  readonly first: number;
  readonly later: number;
  readonly idle: number;
}

export const start: Benchmark = {
  name: 'start',
  goal: 'S15',
  about: 'time from the start of the process until /readyz says yes, and memory after ten idle seconds',
  run: async (options) => {
    const rounds: Round[] = [];
    for (let round = 0; round < options.pairs; round += 1) rounds.push(await measureRound(options, round));
    return [
      {
        measured: 'first start, empty data folder',
        samples: rounds.map((round) => round.first),
        unit: 's',
        goal: { bound: 'atMost', value: 20 },
      },
      {
        measured: 'start on existing data',
        samples: rounds.map((round) => round.later),
        unit: 's',
        goal: { bound: 'atMost', value: 3 },
      },
      {
        measured: `memory of the server process, idle for ${idleFor / 1000} s`,
        samples: rounds.map((round) => round.idle),
        unit: 'MB',
        goal: { bound: 'atMost', value: 150 },
      },
    ];
  },
};

const measureRound = async ({ note, pairs }: RunOptions, round: number): Promise<Round> => {
  note(`start: round ${round + 1} of ${pairs}`);
  await using folder = await makeFolder();
  const first = await startAndStop(folder.path);
  await using product = await startProduct({ dataFolder: folder.path });
  await wait(idleFor);
  return { first, later: product.secondsToReady, idle: await readResidentMemory(product.pid) };
};

const startAndStop = async (dataFolder: string): Promise<number> => {
  await using product = await startProduct({ dataFolder });
  return product.secondsToReady;
};
