import { type ChildProcess, spawn } from 'node:child_process';
import { closeOnInterrupt } from './close-on-interrupt.ts';

export interface ProgramOptions {
  readonly file: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Program {
  readonly pid: number;
  /** What the program says through the channel to its parent once it is ready. */
  readonly message: Promise<unknown>;
  /** Rejects when the program ends before anybody asked it to. */
  readonly ended: Promise<never>;
  stop(): Promise<void>;
}

const stopWithin = 30_000;

/** Settings of the shell must not reach what is measured. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || /^(PORTOLAN_|BENCH_|npm_|DATABASE_URL$|NODE_OPTIONS$)/.test(name) ? [] : [[name, value]],
    ),
  );

/** Starts a program of ours in a process of its own, by the same Node. It does not outlive this process. */
export const startProgram = ({ file, environment = {} }: ProgramOptions): Program => {
  const child = spawn(process.execPath, [file], {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${file} could not be started.`);
  const errors: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  let stopping = false;
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => {
      if (!stopping) reject(new Error(`${file} ended with ${signal ?? code}: ${errors.join('').trim()}`));
    });
  });
  const message = Promise.race([new Promise<unknown>((resolve) => child.once('message', resolve)), ended]);
  // Not everybody waits for both.
  ended.catch(() => undefined);
  message.catch(() => undefined);
  return {
    pid,
    message,
    ended,
    stop: closeOnInterrupt(async () => {
      stopping = true;
      await stopChild(child);
    }),
  };
};

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const timer = setTimeout(() => child.kill('SIGKILL'), stopWithin);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(timer);
};
