import { AppError } from '../../platform/errors/app-error.ts';
import { TurnLost } from './turn-lost.ts';

export interface ProjectQueueOptions {
  /** How many projects are served at once: each takes a connection of the pool for long work. */
  readonly slots: number;
  /** How long anybody waits, in milliseconds. */
  readonly longestWait: number;
  readonly mostWaiting: number;
}

export interface ProjectQueue {
  /**
   * Runs the work when it is the project's turn. `onWait` hears how many of the same project are before it. Work that
   * throws `TurnLost` lets other projects go first and comes again, still before the rest of its own project.
   */
  run<Result>(projectId: string, work: () => Promise<Result>, onWait?: (before: number) => void): Promise<Result>;
}

interface Waiter {
  readonly start: () => void;
}

interface Wish {
  readonly projectId: string;
  /** By the clock of `performance`. */
  readonly deadline: number;
  readonly onWait?: ((before: number) => void) | undefined;
}

const busy = (message: string): AppError =>
  new AppError('unavailable', 'deployments.busy', message, { headers: { 'retry-after': '5' } });

/**
 * Submissions of one project run one after the other, different projects side by side (contract A11). Whoever waits holds
 * no connection, so that fifty submissions to one project keep nobody else from the database, and projects take turns, so
 * that one with many submissions does not go before one with a single one.
 */
export function createProjectQueue({ slots, longestWait, mostWaiting }: ProjectQueueOptions): ProjectQueue {
  const waiters = new Map<string, Waiter[]>();
  const running = new Set<string>();
  /** Projects that have somebody waiting and nobody running, in the order of their turns. */
  const ready: string[] = [];
  let waiting = 0;

  const dispatch = (): void => {
    while (running.size < slots) {
      const projectId = ready.shift();
      if (projectId === undefined) return;
      // It stands in the line twice when somebody gave up waiting; its turn comes again when it has finished.
      if (running.has(projectId)) continue;
      const waiter = waiters.get(projectId)?.shift();
      if (waiter === undefined) {
        waiters.delete(projectId);
        continue;
      }
      running.add(projectId);
      waiter.start();
    }
  };

  const finish = (projectId: string): void => {
    running.delete(projectId);
    if ((waiters.get(projectId)?.length ?? 0) > 0) ready.push(projectId);
    else waiters.delete(projectId);
    dispatch();
  };

  const stand = ({ projectId, deadline, onWait }: Wish, place: 'last' | 'first'): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = waiters.get(projectId) ?? [];
      waiters.set(projectId, line);
      const timer = setTimeout(
        () => {
          line.splice(line.indexOf(waiter), 1);
          waiting -= 1;
          reject(busy('Other submissions to this project took too long. Try again shortly.'));
        },
        Math.max(0, deadline - performance.now()),
      );
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          waiting -= 1;
          resolve();
        },
      };
      const isRunning = running.has(projectId);
      if (line.length === 0 && !isRunning) ready.push(projectId);
      const before = line.length + (isRunning ? 1 : 0);
      if (place === 'first') line.unshift(waiter);
      else line.push(waiter);
      waiting += 1;
      dispatch();
      if (line.includes(waiter)) onWait?.(before);
    });

  return {
    run: async (projectId, work, onWait) => {
      if ((running.size >= slots || running.has(projectId)) && waiting >= mostWaiting) {
        throw busy('Too many submissions are waiting. Try again shortly.');
      }
      const wish = { projectId, deadline: performance.now() + longestWait, onWait };
      for (let turn = stand(wish, 'last'); ; ) {
        await turn;
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof TurnLost)) throw error;
          if (performance.now() >= wish.deadline) throw busy('The project is busy on another node. Try again shortly.');
          // Back in line before the turn is over, or the next one of the project would overtake.
          turn = stand({ projectId, deadline: wish.deadline }, 'first');
        } finally {
          finish(projectId);
        }
      }
    },
  };
}
