import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { findEmbeddedPostgres } from '../../../server/src/platform/database/embedded/index.ts';
import type { Target } from '../load/open-connection.ts';
import { closeOnInterrupt } from './close-on-interrupt.ts';
import { findFreePort } from './find-free-port.ts';
import { makeFolder } from './make-folder.ts';
import { givenServer, startDatabase } from './start-database.ts';
import { startProgram } from './start-program.ts';

const serverProgram = fileURLToPath(new URL('../../../server/bin/portolan-server.js', import.meta.url));
const readyWithin = 60_000;

export interface ProductOptions {
  /** Kept when given; otherwise an empty one is made, and removed at the end. */
  readonly dataFolder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Product extends AsyncDisposable {
  readonly target: Target;
  readonly url: string;
  readonly pid: number;
  /** From the start of the process until /readyz said yes. */
  readonly secondsToReady: number;
  /** Its database, for what would take too long to fill in over HTTP. */
  readonly connection: () => Promise<pg.ClientConfig>;
}

/** The product as its users start it, with the administrator known, one process, and no limit on how often we may ask. */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const own = options.dataFolder === undefined ? await makeFolder() : undefined;
  const dataFolder = options.dataFolder ?? own?.path ?? '';
  // Product and floors stand on the same server; only who brings a data folder wants what lies in it.
  const database = own !== undefined && givenServer() !== undefined ? await startDatabase() : undefined;
  const port = await findFreePort();
  const begun = performance.now();
  const program = startProgram({
    file: serverProgram,
    environment: {
      PORTOLAN_HOST: '127.0.0.1',
      PORTOLAN_PORT: String(port),
      PORTOLAN_DATA: dataFolder,
      PORTOLAN_ADMIN_EMAIL: productAdministrator.email,
      PORTOLAN_ADMIN_PASSWORD: productAdministrator.password,
      PORTOLAN_RATE_LIMIT_ADDRESS: '0',
      PORTOLAN_RATE_LIMIT_KEY: '0',
      PORTOLAN_LOG_LEVEL: 'error',
      ...(database?.url === undefined ? {} : { DATABASE_URL: database.url }),
      ...options.environment,
    },
  });
  const stop = closeOnInterrupt(async () => {
    await program.stop();
    await database?.[Symbol.asyncDispose]();
    await own?.[Symbol.asyncDispose]();
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await Promise.race([waitUntilReady(url, begun + readyWithin), program.ended]);
  } catch (error) {
    await stop();
    throw error;
  }
  const secondsToReady = (performance.now() - begun) / 1000;
  const connection = async (): Promise<pg.ClientConfig> => {
    const found = database?.connection ?? (await findEmbeddedPostgres(dataFolder));
    if (found === undefined) throw new Error('The database of the product does not run.');
    return found;
  };
  const target = { host: '127.0.0.1', port };
  return { target, url, pid: program.pid, secondsToReady, connection, [Symbol.asyncDispose]: stop };
};

export const productAdministrator = { email: 'admin@bench.example', password: 'a password for benchmarks only' };

const waitUntilReady = async (url: string, deadline: number): Promise<void> => {
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    await wait(10);
  }
  throw new Error(`The server was not ready within ${readyWithin / 1000} s.`);
};
