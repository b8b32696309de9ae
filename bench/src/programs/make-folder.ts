import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeOnInterrupt } from './close-on-interrupt.ts';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** An empty folder that goes away with the run, whoever has put files there. */
export const makeFolder = async (): Promise<TemporaryFolder> => {
  const path = await mkdtemp(join(tmpdir(), 'portolan-bench-'));
  return {
    path,
    [Symbol.asyncDispose]: closeOnInterrupt(async () => await rm(path, { recursive: true, force: true })),
  };
};
