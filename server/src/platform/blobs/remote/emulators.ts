import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Emulators of object stores, for the long tests. They are far too large for the product and live in bench;
 * PORTOLAN_EMULATORS names another folder whose node_modules holds them.
 */
const emulatorFolder = (): string =>
  resolve(process.env.PORTOLAN_EMULATORS ?? join(import.meta.dirname, '../../../../../bench'));

const requirePackage = (name: string): void => {
  const folder = emulatorFolder();
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return;
  throw new Error(
    `The emulator ${name} is not installed: run "npm ci" in bench, or set PORTOLAN_EMULATORS to a folder whose node_modules holds it.`,
  );
};

export interface Emulator {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

/** Starts a program that says on which port it listens. */
const start = async (name: string, args: readonly string[], listening: RegExp): Promise<Emulator> => {
  requirePackage(name);
  const child = spawn(process.execPath, args, { cwd: emulatorFolder(), stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  child.stderr.on('data', (bytes) => said.push(String(bytes)));
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    const port = listening.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return { port: Number(port), close: () => stop(child) };
  }
  throw new Error(`The emulator ${name} ended before it listened: ${said.join('\n')}`);
};

export const s3Bucket = 'portolan-test';

export const startS3Emulator = (): Promise<Emulator> => {
  const program = `
    import { startFauxqs } from 'fauxqs';
    const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, init: { buckets: ['${s3Bucket}'] } });
    console.log('listening on', server.port);`;
  return start('fauxqs', ['--input-type=module', '--eval', program], /^listening on (\d+)$/);
};

/** The account and key that the documentation of the Azure emulator gives to everybody. */
export const azureAccount = 'devstoreaccount1';
export const azureKey = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** In memory, and lenient about the version of the protocol: the SDK is always a little ahead of it. */
export const startAzureEmulator = (): Promise<Emulator> =>
  start(
    'azurite',
    [
      join('node_modules', 'azurite', 'dist', 'src', 'blob', 'main.js'),
      ...['--blobHost', '127.0.0.1', '--blobPort', '0', '--inMemoryPersistence', '--skipApiVersionCheck', '--silent'],
      ...['--disableTelemetry'],
    ],
    /listens on http:\/\/127\.0\.0\.1:(\d+)/,
  );
