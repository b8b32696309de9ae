import { type Load, type LoadResult, withLoadRun } from './load.ts';
import type { Connection } from './open-connection.ts';

/** Every connection asks again as soon as it has its answer: how much the server does when it has all it can do. */
export const runClosedLoop = (load: Load): Promise<LoadResult> =>
  withLoadRun(load, async (run) => {
    const begun = performance.now();
    const end = begun + load.seconds * 1000;
    const askUntilEnd = (connection: Connection, index: number): Promise<void> =>
      new Promise((resolve) => {
        let made = 0;
        let asked = 0;
        const onAnswer = (status: number, bodyBytes: number) => {
          const now = performance.now();
          run.count(status, bodyBytes, now - asked);
          if (now >= end) resolve();
          else ask();
        };
        const ask = () => {
          asked = performance.now();
          connection.send(load.request(index, made), onAnswer);
          made += 1;
        };
        ask();
      });
    await Promise.all(run.connections.map(askUntilEnd));
    return run.summarize((performance.now() - begun) / 1000);
  });
