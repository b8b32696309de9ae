import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark, Finding } from '../harness/benchmark.ts';
import { compareThroughput } from '../load/compare-load.ts';
import { startDatabase } from '../programs/start-database.ts';

const connections = 32;

export const floors: Benchmark = {
  name: 'floors',
  about: 'the floors 2 to 5 against floor 1, to know what each of them costs',
  run: async (options) => {
    await using stack = new AsyncDisposableStack();
    const { connection } = stack.use(await startDatabase());
    const empty = floorContender(1, stack.use(await startFloor(1)));
    const findings: Finding[] = [];
    const compare = async (measured: string, contender: ReturnType<typeof floorContender>) => {
      findings.push(await compareThroughput({ measured, a: contender, b: empty, connections }, options));
    };
    const read = floorContender(2, stack.use(await startFloor(2, connection)));
    await compare('token, key and one select', read);
    const insert = floorContender(3, stack.use(await startFloor(3, connection)));
    await compare('one insert with commit', insert);
    const files = stack.use(await startFloor(4));
    await compare('file of 4 KiB', floorContender(4, files, 'small'));
    await compare('file of 10 MiB', floorContender(4, files, 'large'));
    const deployment = floorContender(5, stack.use(await startFloor(5, connection)));
    await compare('SQL of a deployment', deployment);
    return findings;
  },
};
