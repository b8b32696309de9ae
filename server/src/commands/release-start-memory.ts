import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loading the program leaves tens of megabytes of garbage, in a young generation that has grown for it; an idle server
 * would keep both for hours. One thorough collection before the first request gives them back (goal S15).
 */
export const releaseStartMemory = (): void => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: Readonly<Record<string, string>>) => void;
  // Compiled code is kept from start to start only while the flags stay as they are by default.
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};
