import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compareThroughput } from '../load/compare-load.ts';
import { encodeRequest } from '../load/encode-request.ts';
import { startProduct } from '../programs/start-product.ts';

const livez = encodeRequest({ path: '/livez' });
const connections = 32;

export const kernel: Benchmark = {
  name: 'kernel',
  about: 'GET /livez against floor 1: what support code, headers, metrics and log cost each request',
  run: async (options) => {
    await using quiet = await startProduct({ environment: { PORTOLAN_LOG_LEVEL: 'error' } });
    await using logging = await startProduct({ environment: { PORTOLAN_LOG_LEVEL: 'info' } });
    await using floor = await startFloor(1);
    const b = floorContender(1, floor);
    const product = (target: typeof quiet.target) => ({ name: 'product', target, request: () => livez });
    return [
      await compareThroughput({ measured: '/livez', a: product(quiet.target), b, connections }, options),
      await compareThroughput({ measured: '/livez, logged', a: product(logging.target), b, connections }, options),
    ];
  },
};
