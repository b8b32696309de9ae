/** Asks the database over the one connection that holds a runner's locks. */
export type LeaseQuery = <Row extends object>(text: string, values: readonly unknown[]) => Promise<readonly Row[]>;

// Seeds keep the two kinds of lock apart from one another and from whatever else hashes names into advisory locks.
export const runnerLock = (parameter: string): string => `hashtextextended(${parameter}, 7305108116)`;
export const leaderLock = (parameter: string): string => `hashtextextended(${parameter}, 7305108117)`;
