import { setTimeout as wait } from 'node:timers/promises';
import { contended } from './to-refusal.ts';

const tries = 10;
/** Before another try, in milliseconds: so that those who got in each other's way do not do so again. */
const mostPause = 20;
/** Somebody else was quicker, or PostgreSQL undid what we wrote: serialization failure and deadlock. */
const worthAnotherTry: ReadonlySet<unknown> = new Set([contended, '40001', '40P01']);

const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && worthAnotherTry.has(error.code);

/** Does work that reads, decides and writes again when somebody else wrote in between. */
export const tryUntilSettled = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === tries || !isWorthAnotherTry(error)) throw error;
      await wait(Math.random() * mostPause * (attempt - 1));
    }
  }
};
