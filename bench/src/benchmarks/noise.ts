import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compareTail, compareThroughput } from '../load/compare-load.ts';
import { startDatabase } from '../programs/start-database.ts';

const connections = 32;

export const noise: Benchmark = {
  name: 'noise',
  about: 'floors 1 and 2 against themselves: what lies within these spreads, this machine cannot tell apart today',
  run: async (options) => {
    await using first = await startFloor(1);
    await using second = await startFloor(1);
    await using database = await startDatabase();
    await using read = await startFloor(2, database.connection);
    const a = floorContender(1, first);
    const b = floorContender(1, second);
    const full = floorContender(2, read);
    return [
      await compareThroughput({ measured: 'empty JSON', a, b, connections }, options),
      await compareTail({ measured: 'empty JSON', a, b, connections }, options),
      await compareThroughput({ measured: 'token, key and select', a: full, b: full, connections }, options),
      await compareTail({ measured: 'token, key and select', a: full, b: full, connections }, options),
    ];
  },
};
