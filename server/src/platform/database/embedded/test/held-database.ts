import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/** What hold-database.ts says, one of these per line. */
export interface Saying {
  readonly step?: string;
  readonly started?: {
    readonly connection: pg.ClientConfig;
    readonly adopted: boolean;
    readonly recovered: boolean;
    readonly pid: number;
  };
  readonly ended?: { readonly signal: string; readonly last: string };
  readonly refused?: string;
  readonly problem?: string;
}

export interface HeldDatabase {
  readonly process: ChildProcess;
  /** The first line that holds this, already said or still to come; fails when the program ends without it. */
  hears<Key extends keyof Saying>(key: Key): Promise<NonNullable<Saying[Key]>>;
  /** Ends the program without a chance to clean up, and waits for it. */
  kill(): Promise<void>;
  readonly exit: Promise<number | null>;
}

export interface HoldOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

const program = fileURLToPath(new URL('./hold-database.ts', import.meta.url));

const running = new Set<HeldDatabase>();

/** For afterEach: a test that failed half-way must not leave its programs behind. */
export const endHeldDatabases = async (): Promise<void> => {
  await Promise.all([...running].map(async (held) => await held.kill()));
};

/** Another Portolan process on that data folder, in a process group of its own, as a terminal would make one. */
export const holdDatabase = (dataFolder: string, options: HoldOptions = {}): HeldDatabase => {
  const child = spawn(process.execPath, [program, dataFolder, JSON.stringify(options.settings ?? {})], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const said: Saying[] = [];
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line));
    tell();
  });
  let over = false;
  const exit = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      over = true;
      resolve(code);
      tell();
    });
  });
  const held: HeldDatabase = {
    process: child,
    exit,
    hears: async (key) =>
      await new Promise((resolve, reject) => {
        const look = () => {
          const found = said.find((saying) => saying[key] !== undefined)?.[key];
          if (found !== undefined) resolve(found);
          else if (over) reject(new Error(`it ended without "${key}": ${JSON.stringify(said)}`));
        };
        listeners.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
  running.add(held);
  child.on('close', () => running.delete(held));
  return held;
};
