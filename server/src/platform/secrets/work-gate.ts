import { AppError } from '../errors/app-error.ts';

export interface WorkGateOptions {
  /** How many pieces of work run at once. */
  readonly concurrency: number;
  /** How many more may wait; the next one is refused at once. */
  readonly queueLimit: number;
  /** What is thrown at those who are refused. */
  readonly busy: { readonly code: string; readonly message: string };
}

export interface WorkGate {
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  running(): number;
  waiting(): number;
}

/** Lets so many through at once, some more wait in order, and refuses the rest while they can still go elsewhere. */
export const createWorkGate = (options: WorkGateOptions): WorkGate => {
  const queue: (() => void)[] = [];
  let running = 0;

  const enter = async (): Promise<void> => {
    if (running < options.concurrency) {
      running += 1;
      return;
    }
    if (queue.length >= options.queueLimit) {
      throw new AppError('unavailable', options.busy.code, options.busy.message, { headers: { 'retry-after': '1' } });
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  };

  // The place is handed to the next in line rather than freed, so that nobody slips in between.
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (work) => {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    running: () => running,
    waiting: () => queue.length,
  };
};
