import cluster from 'node:cluster';
import { styleText } from 'node:util';
import type { Config } from '../config.ts';
import { portolanVersion } from '../platform/settings/version.ts';
import { prepareInstallation } from './prepare-installation.ts';
import { serve } from './serve.ts';
import { printSteps } from './steps.ts';
import { onceStopped } from './stop-signals.ts';
import { superviseWorkers } from './supervise-workers.ts';

/** `portolan start`: prepares the installation, then serves until a signal says stop. Resolves to the exit code. */
export const start = async (config: Config): Promise<number> => {
  const begun = performance.now();
  const output = process.stdout;
  output.write(`${styleText('bold', 'Portolan')} ${portolanVersion}\n`);
  const steps = printSteps(output);
  const { store, administrator } = await prepareInstallation(config, steps);
  const stopped = onceStopped();
  try {
    const server = await steps.run('server', async (note) => {
      note(config.workers === 1 ? 'one process' : `${config.workers} processes`);
      const run = config.workers === 1 ? serve : superviseWorkers;
      return await run(config, store.connection);
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    output.write(`\nReady at ${styleText(['bold', 'underline'], server.address)} after ${seconds} s\n`);
    if (administrator !== undefined) output.write(`\n${administrator}\n`);
    output.write('\n');
    const signal = await Promise.race([stopped, server.failed]);
    output.write(`\n${signal}: finishing the requests under way\n`);
    const clean = await server.stop();
    output.write(clean ? 'Stopped\n' : 'Stopped; some requests were cut off\n');
    return signal.startsWith('SIG') ? 0 : 1;
  } finally {
    if (cluster.isPrimary) await store.close();
  }
};
