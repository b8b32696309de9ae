import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { type Contender, compareTail, compareThroughput } from '../load/compare-load.ts';
import { encodeRequest } from '../load/encode-request.ts';
import { startDatabase } from '../programs/start-database.ts';
import { compareProcessorTime } from './directory/compare-processor-time.ts';
import { type Directory, openDirectory } from './directory/open-directory.ts';

const connections = 32;
const path = '/services/v3/my/profile';

export const directoryProfile: Benchmark = {
  name: 'directory-profile',
  goal: 'S7',
  about: 'GET /my/profile as JSON against floor 2, and as XML against JSON (S8)',
  run: async (options) => {
    await using database = await startDatabase();
    await using floor = await startFloor(2, database.connection);
    await using directory = await openDirectory();
    const json = await profileAs(directory, 'application/json', /"identity":"\/directory\/users\//);
    const xml = await profileAs(directory, 'application/xml', /<identity>\/directory\/users\//);
    const b = floorContender(2, floor);
    const product = { pid: directory.product.pid, connection: await directory.product.connection() };
    const bare = { pid: floor.pid, connection: database.connection };
    return [
      await compareThroughput(
        { measured: 'profile as JSON', a: json, b, connections, goal: { bound: 'atLeast', value: 0.8 } },
        options,
      ),
      await compareTail(
        { measured: 'profile as JSON', a: json, b, connections, goal: { bound: 'atMost', value: 1.5 } },
        options,
      ),
      await compareProcessorTime(
        { measured: 'profile as JSON', a: { ...json, ...product }, b: { ...b, ...bare }, connections },
        options,
      ),
      await compareThroughput(
        { measured: 'profile as XML', a: xml, b: json, connections, goal: { bound: 'atLeast', value: 0.8 } },
        options,
      ),
    ];
  },
};

/** Asks once before anybody measures: a wrong answer is always fast. */
const profileAs = async (directory: Directory, mediaType: string, expected: RegExp): Promise<Contender> => {
  const headers = { ...directory.application.headers, accept: mediaType };
  const answer = await fetch(directory.product.url + path, { headers });
  const text = await answer.text();
  if (answer.status !== 200 || !expected.test(text)) throw new Error(`The profile was ${answer.status} ${text}`);
  const request = encodeRequest({ path, headers });
  return { name: `product, ${mediaType}`, target: directory.target, request: () => request };
};
