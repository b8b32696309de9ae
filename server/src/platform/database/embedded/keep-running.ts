import { setTimeout as wait } from 'node:timers/promises';

export interface Watched {
  isRunning(): boolean;
  /** Rejects when it could not be started this time. */
  restart(): Promise<void>;
  onStep(text: string): void;
}

export interface Watch {
  /** Ends the watching; a restart that is under way is finished first. */
  end(): Promise<void>;
}

const lookEvery = 250;
const longestPause = 5_000;

/**
 * Starts a database that ended by itself (killed, out of memory, disk full for a while) again and again, so that the
 * server heals without a restart of its own (goals R1, R2).
 */
export const keepRunning = (watched: Watched): Watch => {
  const ending = new AbortController();
  let restarting: Promise<void> | undefined;
  const look = () => {
    if (restarting !== undefined || watched.isRunning()) return;
    restarting = restartUntilItRuns(watched, ending.signal).finally(() => {
      restarting = undefined;
    });
  };
  const timer = setInterval(look, lookEvery).unref();
  return {
    end: async () => {
      clearInterval(timer);
      ending.abort();
      await restarting;
    },
  };
};

const restartUntilItRuns = async (watched: Watched, ending: AbortSignal): Promise<void> => {
  watched.onStep('the database ended unexpectedly, starting it again');
  for (let pause = 250; !ending.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      await watched.restart();
      watched.onStep('the database runs again');
      return;
    } catch (error) {
      watched.onStep(error instanceof Error ? error.message : String(error));
      await wait(pause, undefined, { signal: ending, ref: false }).catch(() => undefined);
    }
  }
};
