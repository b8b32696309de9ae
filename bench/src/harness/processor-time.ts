import { collectGarbage } from './collect-garbage.ts';

/** Keeps results alive, so that no call can be left out by the compiler. */
export let lastResult: unknown;

/** Microseconds of processor time between two looks at the clock, about; a look costs some of its own. */
const batchOf = 500;

/**
 * Milliseconds of processor time per call, over at least the given time. Processor time and not the clock on the wall:
 * it does not run while others have the machine. Threads that collect garbage count.
 */
export const measureProcessorTime = (call: () => unknown, atLeast: number): number => {
  collectGarbage();
  const before = process.cpuUsage();
  let calls = 0;
  let batch = 1;
  let spent = 0;
  while (spent < atLeast * 1000) {
    for (let made = 0; made < batch; made += 1) lastResult = call();
    calls += batch;
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
    if ((spent / calls) * batch < batchOf) batch *= 2;
  }
  return spent / 1000 / calls;
};
