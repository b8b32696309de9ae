import type pg from 'pg';
import { createApp } from '../app.ts';
import { type Config, publicUrlOf } from '../config.ts';
import { createDrain } from '../platform/http/drain.ts';
import { createLogger } from '../platform/observability/create-logger.ts';
import { openServices } from '../services.ts';
import { releaseStartMemory } from './release-start-memory.ts';

export interface RunningServer {
  readonly address: string;
  /** Resolves with a sentence when the server can no longer go on by itself. */
  readonly failed: Promise<string>;
  /** Finishes what is under way and closes everything; false when something had to be cut off. */
  stop(): Promise<boolean>;
}

/** One server process: connections, jobs and the HTTP server on top. */
export const serve = async (config: Config, connection: pg.ClientConfig): Promise<RunningServer> => {
  const format = config.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json');
  const logger = createLogger({ level: config.logLevel, format });
  const drain = createDrain();
  const services = await openServices(config, connection, logger);
  const publicUrl = publicUrlOf(config);
  const app = await createApp({ config, logger, drain, publicUrl, ...services });
  try {
    // The start says itself where it listens, in its own words.
    app.log.level = 'warn';
    releaseStartMemory();
    await app.listen({ host: config.host, port: config.port });
    app.log.level = config.logLevel;
  } catch (error) {
    await app.close();
    await services.close();
    throw listenError(error, config);
  }
  return {
    address: publicUrl,
    failed: new Promise<string>(() => undefined),
    stop: async () => {
      const clean = await drain.finish(app, config.drainSeconds * 1000);
      await services.close();
      return clean;
    },
  };
};

const listenError = (error: unknown, config: Config): Error => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(`PORTOLAN_PORT ${config.port} is already in use by another program. Example: PORTOLAN_PORT=4001`);
  }
  if (code === 'EACCES')
    return new Error(`PORTOLAN_PORT ${config.port} may not be opened by this user. Example: PORTOLAN_PORT=4000`);
  return error instanceof Error ? error : new Error(String(error));
};
