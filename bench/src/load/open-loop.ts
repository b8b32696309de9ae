import { type Load, type LoadResult, withLoadRun } from './load.ts';

export interface OpenLoad extends Load {
  /** Requests per second, however the server fares. */
  readonly rate: number;
}

/** One tick of the generator's clock: requests that fall into it are sent together. */
const tick = 1;

/**
 * Requests come at their own times (exponential gaps, the same for every server), whether or not earlier ones have been
 * answered, and wait for a free connection when all are taken. Their time runs from the tick in which they came due, so
 * a server that stalls pays for everyone who had to wait.
 */
export const runOpenLoop = (load: OpenLoad): Promise<LoadResult> =>
  withLoadRun(load, async (run) => {
    const next = createGaps(load.rate);
    const free = run.connections.map((connection, index) => ({ connection, index, made: 0 }));
    const queue: number[] = [];
    const begun = performance.now();
    const end = begun + load.seconds * 1000;
    let coming = begun + next();
    let open = 0;
    const { promise: done, resolve } = Promise.withResolvers<void>();

    const sendQueued = () => {
      while (queue.length > 0 && free.length > 0) {
        const due = queue.shift();
        const lane = free.shift();
        if (due === undefined || lane === undefined) return;
        lane.connection.send(load.request(lane.index, lane.made), (status, bodyBytes) => {
          run.count(status, bodyBytes, performance.now() - due);
          free.push(lane);
          open -= 1;
          sendQueued();
          if (open === 0 && coming >= end) resolve();
        });
        lane.made += 1;
      }
    };
    const onTick = () => {
      const now = performance.now();
      while (coming <= now && coming < end) {
        queue.push(now);
        open += 1;
        coming += next();
      }
      sendQueued();
      if (coming < end) setTimeout(onTick, tick);
      else if (open === 0) resolve();
    };
    onTick();
    await done;
    return run.summarize(load.seconds);
  });

/** Milliseconds between arrivals; the same sequence in every turn, from a small generator with a fixed start. */
const createGaps = (rate: number): (() => number) => {
  let state = 0x2545_f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const uniform = ((state >>> 0) + 1) / 4_294_967_297;
    return (-Math.log(uniform) * 1000) / rate;
  };
};
