import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Violation } from '../support/authorization-matrix.ts';
import { type StartOptions, startPortolan } from '../support/start-portolan.ts';
import { everyPart, type MatrixPart, prepareMatrix, runMatrix } from './run-matrix.ts';
import { copyServer, type ServerCopy } from './server-copy.ts';

const run = promisify(execFile);

export interface MutantBench {
  readonly copy: ServerCopy;
  /** Starts the copy of the server as it stands on a copy of the world, and tries the given operations. */
  judge(parts: readonly MatrixPart[], withAllowed: boolean): Promise<readonly Violation[]>;
  close(): Promise<void>;
}

export const partsOf = (area: MatrixPart['area'], only: RegExp): MatrixPart[] =>
  everyPart.filter((part) => part.area === area).map((part) => ({ ...part, only }));

/**
 * The world is built once, by the server as it is. Each spoilt server gets a copy of the data, at the same address, so
 * that tokens stay good and what one of them lets happen does not show in the next.
 */
export const openMutantBench = async (): Promise<MutantBench> => {
  const copy = await copyServer();
  // The embedded database, wherever other tests have theirs: its data is a folder.
  const environment = { PORTOLAN_LOG_LEVEL: 'error', DATABASE_URL: '' };
  const start = async (more: StartOptions = {}) => await startPortolan({ ...more, program: copy.program, environment });
  const first = await start();
  const matrix = await prepareMatrix(first);
  await matrix.world.database.removeSigningKey();
  await first.end('SIGTERM');
  return {
    copy,
    judge: async (parts, withAllowed) => {
      const folder = await mkdtemp(join(tmpdir(), 'portolan-mutant-data-'));
      const data = join(folder, 'data');
      // Files of the database belong to whoever it runs as.
      await run('cp', ['-a', first.data, data]);
      await run('chmod', ['755', folder]);
      const server = await start({ data, port: first.port });
      try {
        await matrix.world.database.follow(server);
        const { violations } = await runMatrix(matrix, { parts, thorough: true, withAllowed });
        return violations;
      } finally {
        await server.remove();
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: async () => {
      await copy.remove();
      await first.remove();
    },
  };
};
