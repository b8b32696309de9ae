import { collectGarbage } from './collect-garbage.ts';

/** Keeps results alive, so that no call can be left out by the compiler. */
export let lastResult: unknown;

/** Nanoseconds per call, over at least the given time; calls run in batches, so that reading the clock costs little. */
export const timeCalls = (call: () => unknown, milliseconds: number): number => {
  const shortestBatch = 200_000;
  collectGarbage();
  const begun = process.hrtime.bigint();
  const end = begun + BigInt(Math.round(milliseconds * 1e6));
  let now = begun;
  let calls = 0;
  let batch = 1;
  while (now < end) {
    for (let made = 0; made < batch; made += 1) lastResult = call();
    calls += batch;
    now = process.hrtime.bigint();
    if ((Number(now - begun) / calls) * batch < shortestBatch) batch *= 2;
  }
  return Number(now - begun) / calls;
};

/** Milliseconds of processor time of this process per run, over as many runs as fill the given time. */
export const measureProcessorTime = (run: () => unknown, atLeast: number): number => {
  collectGarbage();
  const before = process.cpuUsage();
  let runs = 0;
  let spent = 0;
  while (spent < atLeast) {
    lastResult = run();
    runs += 1;
    const { user, system } = process.cpuUsage(before);
    spent = (user + system) / 1000;
  }
  return spent / runs;
};
