import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compareTail, compareThroughput } from '../load/compare-load.ts';
import { encodeRequest } from '../load/encode-request.ts';
import { startProduct } from '../programs/start-product.ts';

const livez = encodeRequest({ path: '/livez' });

export const kernel: Benchmark = {
  name: 'kernel',
  about: 'GET /livez against floor 1: what support code, headers, metrics and log cost each request',
  run: async (options) => {
    await using product = await startProduct({ environment: { PORTOLAN_LOG_LEVEL: 'error' } });
    await using logging = await startProduct({ environment: { PORTOLAN_LOG_LEVEL: 'info' } });
    await using floor = await startFloor(1);
    const b = floorContender(1, floor);
    const a = { name: 'product', target: product.target, request: () => livez };
    const aLogging = { name: 'product', target: logging.target, request: () => livez };
    return [
      await compareThroughput({ measured: '/livez', a, b, connections: 32 }, options),
      await compareThroughput({ measured: '/livez with its log line', a: aLogging, b, connections: 32 }, options),
      await compareTail({ measured: '/livez', a, b, connections: 32 }, options),
    ];
  },
};
