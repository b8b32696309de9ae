import { randomInt } from 'node:crypto';

const soonest = 300;
const latest = 1_000;

/**
 * When work begins that an answer must not tell of: after the answer has left. Begun at once it would run beside the rest
 * of the answer, and a known address, whose work is more, would be told by the time after all.
 */
export const behindTheAnswer = (): { readonly runAt: Date } => ({
  runAt: new Date(Date.now() + randomInt(soonest, latest)),
});
