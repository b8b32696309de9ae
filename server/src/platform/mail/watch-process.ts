/** The share of its time that a process works, from which on it is busy; mails alone hardly come so far. */
const busyFrom = 0.3;
/** Milliseconds: a shorter time says nothing. */
const lookEvery = 100;

/** Tells whether requests keep the process busy. */
export const watchProcess = (): (() => boolean) => {
  let since = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let busy = false;
  return () => {
    if (performance.now() - lookedAt < lookEvery) return busy;
    busy = performance.eventLoopUtilization(since).utilization >= busyFrom;
    since = performance.eventLoopUtilization();
    lookedAt = performance.now();
    return busy;
  };
};
