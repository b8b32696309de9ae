import type pg from 'pg';
import type { Config } from '../config.ts';
import { type WorkerMessage, workerConnectionVariable } from '../platform/observability/worker-message.ts';
import { serve } from './serve.ts';

/** What a worker process does. The terminal's Ctrl-C reaches it too, so it waits for its supervisor's word instead. */
export const work = async (config: Config): Promise<number> => {
  process.on('SIGINT', () => undefined);
  const connection = JSON.parse(process.env[workerConnectionVariable] ?? '{}') as pg.ClientConfig;
  const stopped = new Promise<string>((resolve) => {
    process.on('SIGTERM', resolve);
    // Without its supervisor a worker would be an orphan that nobody can stop.
    process.on('disconnect', () => resolve('SIGTERM'));
  });
  const server = await serve(config, connection);
  process.send?.({ kind: 'ready', address: server.address } satisfies WorkerMessage);
  await stopped;
  return (await server.stop()) ? 0 : 1;
};
