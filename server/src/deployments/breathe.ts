import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one submission may keep the process to itself, in milliseconds. */
const longestTurn = 12;

/**
 * Lets others go first when the turn has lasted too long, and is undefined when it is not time yet. Cheap enough to be
 * called often, though not for every value.
 */
export type Breather = () => Promise<void> | undefined;

/** Large templates must not hold up small requests: whoever loops over them pauses now and then. */
export function createBreather(now: () => number = () => performance.now()): Breather {
  let started = now();
  return () => {
    if (now() - started < longestTurn) return undefined;
    return nextTurn().then(() => {
      started = now();
    });
  };
}
