/** The processor time that some work takes. Unlike the clock, it does not count what a busy machine does meanwhile. */
export const cpuMilliseconds = (work: () => void): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};
