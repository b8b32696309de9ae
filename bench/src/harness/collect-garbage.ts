import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Before a turn, so that nobody pays for the garbage of whoever came before. */
export const collectGarbage = runInNewContext('gc') as () => void;
