import { spawn } from 'node:child_process';
import type { DatabaseAccount } from './database-account.ts';

export interface ProgramOptions {
  readonly account: DatabaseAccount | undefined;
  readonly cwd: string;
  readonly timeout: number;
}

export interface ProgramResult {
  /** undefined: it could not be started, or was ended by a signal. */
  readonly code: number | undefined;
  readonly output: string;
}

const longestOutput = 64 * 1024;

/** PostgreSQL must see neither the caller's locale and time zone nor any PG* variable meant for clients. */
export const programEnvironment = (): Record<string, string> => {
  const environment: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };
  for (const name of ['PATH', 'SystemRoot', 'TEMP']) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
};

export const identityOf = (account: DatabaseAccount | undefined): { uid?: number; gid?: number } =>
  account === undefined ? {} : { uid: account.uid, gid: account.gid };

/** Runs one program to its end. Never rejects: what went wrong is in the output. */
export const runProgram = async (
  file: string,
  parameters: readonly string[],
  options: ProgramOptions,
): Promise<ProgramResult> => {
  try {
    return await collectOutput(startProgram(file, parameters, options));
  } catch (error) {
    // Node throws at once when the change of user is forbidden, and tells other failures by an event.
    return { code: undefined, output: error instanceof Error ? error.message : String(error) };
  }
};

const startProgram = (file: string, parameters: readonly string[], options: ProgramOptions) =>
  spawn(file, parameters, {
    ...identityOf(options.account),
    cwd: options.cwd,
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.timeout,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });

const collectOutput = async (child: ReturnType<typeof startProgram>): Promise<ProgramResult> =>
  await new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer) => {
      if (output.length < longestOutput) output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? undefined, output }));
  });
