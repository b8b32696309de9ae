/** Resolves with the name of the first signal that asks this process to stop; a second one ends it at once. */
export const onceStopped = (): Promise<string> =>
  new Promise((resolve) => {
    let asked = false;
    const stop = (signal: string) => {
      if (asked) process.exit(130);
      asked = true;
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  });
