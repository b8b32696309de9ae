/** Whoever presses Ctrl-C twice means it; but one Ctrl-C may reach us twice, from the terminal and from npm. */
const sameSignalWithin = 1_000;

/** Resolves with the name of the first signal that asks this process to stop; a second one ends it at once. */
export const onceStopped = (): Promise<string> =>
  new Promise((resolve) => {
    let asked: number | undefined;
    const stop = (signal: string) => {
      if (asked !== undefined && performance.now() - asked > sameSignalWithin) process.exit(130);
      asked ??= performance.now();
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  });
