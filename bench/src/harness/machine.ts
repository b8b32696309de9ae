import { arch, availableParallelism, loadavg, platform, totalmem } from 'node:os';

/** What a reader must know of the machine in order to compare. */
export const describeMachine = (databaseVersion: string | undefined): string =>
  [
    `${availableParallelism()} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${arch()}`,
    `Node ${process.versions.node}`,
    ...(databaseVersion === undefined ? [] : [`PostgreSQL ${databaseVersion}`]),
  ].join(', ');

/** How much the machine had to do in the last minute: whoever else works on it shows here. */
export const readLoad = (): string => (loadavg()[0] ?? 0).toFixed(1);
