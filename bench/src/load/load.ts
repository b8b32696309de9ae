import { quantile } from '../harness/statistics.ts';
import { type Connection, openConnection, type Target } from './open-connection.ts';

export interface Load {
  readonly target: Target;
  readonly connections: number;
  readonly seconds: number;
  /** The bytes to send: which connection asks, and how many requests it has made before. */
  readonly request: (connection: number, made: number) => Buffer;
  /** Another answer ends the run: the speed of errors is of no use to anybody. Default 200. */
  readonly expectedStatus?: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly megabytesPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

/** What both loops share: open connections, the first thing that went wrong, and the tally of the answers. */
export interface LoadRun {
  readonly connections: readonly Connection[];
  readonly failed: Promise<never>;
  readonly count: (status: number, bodyBytes: number, milliseconds: number) => void;
  readonly summarize: (elapsedSeconds: number) => LoadResult;
}

const longestRun = 60_000;

export const withLoadRun = async (load: Load, drive: (run: LoadRun) => Promise<LoadResult>): Promise<LoadResult> => {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const expected = load.expectedStatus ?? 200;
  const latencies: number[] = [];
  let bytes = 0;
  const opened = await Promise.all(Array.from({ length: load.connections }, () => openConnection(load.target, reject)));
  const timer = setTimeout(
    () => reject(new Error('The last answers of a turn did not come.')),
    load.seconds * 1000 + longestRun,
  );
  try {
    const run: LoadRun = {
      connections: opened,
      failed,
      count: (status, bodyBytes, milliseconds) => {
        if (status !== expected) reject(new Error(`The server answered ${status} where ${expected} was expected.`));
        bytes += bodyBytes;
        latencies.push(milliseconds);
      },
      summarize: (elapsedSeconds) => ({
        requestsPerSecond: latencies.length / elapsedSeconds,
        megabytesPerSecond: bytes / 1e6 / elapsedSeconds,
        p50: quantile(latencies, 0.5),
        p99: quantile(latencies, 0.99),
      }),
    };
    return await Promise.race([drive(run), failed]);
  } finally {
    clearTimeout(timer);
    for (const connection of opened) connection.close();
  }
};
