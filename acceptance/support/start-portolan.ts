import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDatabaseBeside } from './database-beside.ts';
import { freePort } from './free-port.ts';

const program = fileURLToPath(new URL('../../server/bin/portolan-server.js', import.meta.url));
const readyWithin = 60_000;

export const adminEmail = 'admin@portolan.example';
export const adminPassword = 'correct horse battery staple 42';

export interface Portolan {
  readonly url: string;
  readonly port: number;
  readonly data: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Sends the signal and resolves to the exit code; null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

export interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Data of an earlier run; removed with `remove` only. */
  readonly data?: string;
  readonly port?: number;
  readonly arguments?: readonly string[];
  /** Another copy of the server than the one beside this folder. */
  readonly program?: string;
}

/**
 * Starts the real program as its users do, on data and a port of its own, and waits until it is ready. With DATABASE_URL
 * in the environment of the tests it uses a fresh database on that server instead of the embedded one.
 */
export const startPortolan = async (options: StartOptions = {}): Promise<Portolan> => {
  const port = options.port ?? (await freePort());
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'portolan-acceptance-')));
  const database =
    options.environment?.DATABASE_URL === undefined && options.data === undefined
      ? await createDatabaseBeside()
      : undefined;
  const environment = {
    PORTOLAN_PORT: String(port),
    PORTOLAN_DATA: data,
    PORTOLAN_ADMIN_EMAIL: adminEmail,
    PORTOLAN_ADMIN_PASSWORD: adminPassword,
    PORTOLAN_RATE_LIMIT_ADDRESS: '0',
    PORTOLAN_RATE_LIMIT_KEY: '0',
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    ...options.environment,
  };
  const child = spawn(process.execPath, [options.program ?? program, ...(options.arguments ?? [])], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return await ended;
  };
  const url = `http://localhost:${port}`;
  try {
    await waitUntilReady(url, ended, () => printed);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    url,
    port,
    data,
    environment,
    process: child,
    output: () => printed,
    end,
    remove: async () => {
      await end('SIGTERM');
      await database?.drop();
      await rm(data, { recursive: true, force: true });
    },
  };
};

const waitUntilReady = async (url: string, ended: Promise<unknown>, printed: () => string): Promise<void> => {
  const giveUp = Date.now() + readyWithin;
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (Date.now() < giveUp && !over) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Portolan did not become ready. It printed:\n${printed()}`);
};
