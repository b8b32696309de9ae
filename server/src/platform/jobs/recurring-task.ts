import type { RunnerLease } from './runner-lease.ts';

export interface RecurringContext {
  /** Must end when it fires: another node does the work from then on. */
  readonly signal: AbortSignal;
  /** Begins nothing new when it fires; what is under way may finish. */
  readonly stopping: AbortSignal;
  /** The runner as `job_runners` knows it, for work that others shall take over when it dies. */
  readonly runnerId: string;
}

/** Work done every few seconds. What has minutes or more between goes into `cron`. */
export interface RecurringTask {
  readonly name: string;
  readonly everySeconds: number;
  /** By every node at the same time, which share the work among themselves. Absent: by one node at a time. */
  readonly onEveryNode?: boolean;
  readonly run: (context: RecurringContext) => Promise<void>;
}

export interface RecurringOptions {
  readonly task: RecurringTask;
  readonly lease: RunnerLease;
  readonly runnerId: string;
  /** No further runs from then on; the one under way may finish. */
  readonly stopping: AbortSignal;
  /** The run under way must end. */
  readonly hurry: AbortSignal;
  /** A new leader waits this long, in milliseconds: the one before may need it to notice that its time is over. */
  readonly grace: number;
  readonly onError: (error: Error) => void;
}

/** Runs the task until it is told to stop. Settles when the last run has ended; never fails. */
export const runRecurringTask = async (options: RecurringOptions): Promise<void> => {
  const { task, stopping, hurry } = options;
  const period = task.everySeconds * 1_000;
  let office: AbortSignal | undefined;
  while (!stopping.aborted) {
    const started = performance.now();
    try {
      const current = await enterOffice(options);
      const isNew = current !== office;
      office = current;
      if (current !== undefined && isNew && task.onEveryNode !== true) {
        await pause(options.grace, AbortSignal.any([current, stopping]));
      }
      if (current !== undefined && !current.aborted && !stopping.aborted) {
        await task.run({ signal: AbortSignal.any([current, hurry]), stopping, runnerId: options.runnerId });
      }
    } catch (error) {
      // What an interrupted run throws says nothing new.
      if (!hurry.aborted && office?.aborted !== true) options.onError(failure(task, error));
    }
    await pause(Math.max(0, started + period - performance.now()), stopping);
  }
};

/** A signal that ends with the right to do the work; undefined while others have it. */
const enterOffice = async ({ task, lease }: RecurringOptions): Promise<AbortSignal | undefined> => {
  if (task.onEveryNode !== true) return await lease.lead(task.name);
  return lease.isHeld() ? lease.lost : undefined;
};

const failure = (task: RecurringTask, cause: unknown): Error =>
  new Error(`The recurring task ${task.name} failed and runs again in ${task.everySeconds} s`, { cause });

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
