import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, statfs, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { signalProcess } from './postmaster-process.ts';
import { makeScratchFolder, removeScratchFolder } from './test/scratch-folder.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.info('Not root: the cases with a full and a read-only disk are left out.');
if (isRoot) console.info('Root may write everywhere: the cases with missing rights are left out.');

let scratch: string;
let dataFolder: string;
const steps: string[] = [];
const onStep = (step: string) => steps.push(step);
/** Nothing here loses power, so nothing waits for the disk. */
const settings = { fsync: 'off' };

beforeEach(async () => {
  steps.length = 0;
  scratch = await makeScratchFolder();
  dataFolder = join(scratch, 'data');
});
afterEach(async () => await removeScratchFolder(scratch));

const refusal = async (folder = dataFolder): Promise<unknown> =>
  await startEmbeddedPostgres({ dataFolder: folder, onStep, settings }).then(
    async (server) => await server.stop(),
    (error: unknown) => error,
  );

const oneSentence = /^[A-Z][^\n]+\.$/;

test('a file in the place of the folder', async () => {
  await writeFile(dataFolder, '');
  expect(await refusal()).toMatchObject({
    problem: 'folderNotUsable',
    message: `The data folder ${dataFolder} cannot be used: there is a file with that name.`,
  });
  expect(await refusal(join(dataFolder, 'below'))).toMatchObject({ problem: 'folderNotUsable' });
});

test('a folder of another major version, named with both versions', async () => {
  await (await startEmbeddedPostgres({ dataFolder, onStep, settings })).stop();
  await writeFile(join(dataFolder, 'postgres', 'PG_VERSION'), '17\n');
  expect(await refusal()).toMatchObject({
    problem: 'otherVersion',
    message: expect.stringMatching(/made by PostgreSQL 17, and this Portolan brings PostgreSQL 18: [^\n]+\.$/),
  });
});

test('a folder with something else in it, which stays', async () => {
  await mkdir(join(dataFolder, 'postgres'), { recursive: true });
  await writeFile(join(dataFolder, 'postgres', 'letter.txt'), 'dear');
  expect(await refusal()).toMatchObject({ problem: 'notADatabase', message: expect.stringMatching(oneSentence) });
  expect(await readdir(join(dataFolder, 'postgres'))).toEqual(['letter.txt']);
});

test('a configuration that PostgreSQL refuses is told in its words, and the folder is free again', async () => {
  await (await startEmbeddedPostgres({ dataFolder, onStep, settings })).stop();
  await writeFile(join(dataFolder, 'postgres', 'postgresql.auto.conf'), 'shared_buffers = plenty\n');
  expect(await refusal()).toMatchObject({
    problem: 'notStarted',
    message: expect.stringContaining('postgresql.auto.conf'),
  });
  await writeFile(join(dataFolder, 'postgres', 'postgresql.auto.conf'), '');
  expect(await refusal()).toBeUndefined();
});

describe.skipIf(isRoot)('for a user', () => {
  test('a folder without the right to write', async () => {
    await mkdir(dataFolder);
    await chmod(dataFolder, 0o500);
    expect(await refusal()).toMatchObject({ problem: 'folderNotUsable', message: expect.stringMatching(oneSentence) });
    expect(await refusal(join(dataFolder, 'below'))).toMatchObject({
      message: expect.stringContaining('may not write there'),
    });
    await chmod(dataFolder, 0o700);
  });

  test('a database of somebody else', async () => {
    await mkdir(dataFolder);
    await symlink('/usr', join(dataFolder, 'postgres'));
    expect(await refusal()).toMatchObject({
      problem: 'folderOwner',
      message: expect.stringMatching(/ belongs to root, but Portolan runs as [^\n]+\.$/),
    });
  });
});

/** A small disk of its own below the scratch folder; root may be without that right in a container. */
const mountDisk = async (megabytes: number, use: (disk: string) => Promise<void>, skip: () => void): Promise<void> => {
  const disk = join(scratch, 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    console.info('This root may not mount: left out.');
    skip();
    return;
  }
  try {
    await use(disk);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
  }
};

const fill = async (disk: string): Promise<void> => {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
};

const diskFull = {
  problem: 'diskFull',
  message: expect.stringMatching(/^The disk of the data folder .+ is full: [^\n]+\.$/),
};

describe.runIf(isRoot)('for root', () => {
  test('a disk that is too small for a new database, which leaves nothing half made', async ({ skip }) => {
    const use = async (disk: string) => {
      expect(await refusal(join(disk, 'data'))).toMatchObject(diskFull);
      expect(await readdir(join(disk, 'data'))).toEqual(['portolan.lock']);
    };
    await mountDisk(12, use, skip);
  });

  test('a disk that became full', async ({ skip }) => {
    const use = async (disk: string) => {
      await (await startEmbeddedPostgres({ dataFolder: join(disk, 'data'), onStep, settings })).stop();
      await fill(disk);
      expect(await refusal(join(disk, 'data'))).toMatchObject(diskFull);
      await rm(join(disk, 'filler'));
      expect(await refusal(join(disk, 'data'))).toBeUndefined();
    };
    await mountDisk(120, use, skip);
  });

  test('a database that crashes on a full disk comes back as soon as there is space', async ({ skip }) => {
    const use = async (disk: string) => {
      const server = await startEmbeddedPostgres({ dataFolder: join(disk, 'data'), onStep, settings });
      await fill(disk);
      signalProcess(server.pid, 'SIGKILL');
      await expect.poll(() => steps.some((step) => step.includes('is full')), { timeout: 10_000 }).toBe(true);
      await rm(join(disk, 'filler'));
      await expect.poll(() => steps.at(-1), { timeout: 10_000 }).toBe('the database runs again');
      const client = new pg.Client(server.connection);
      await client.connect();
      await client.end();
      await server.stop();
    };
    await mountDisk(120, use, skip);
  });

  test('a disk that is mounted read-only', async ({ skip }) => {
    const use = async (disk: string) => {
      execFileSync('mount', ['-o', 'remount,ro', disk]);
      expect(await refusal(join(disk, 'data'))).toMatchObject({
        problem: 'folderNotUsable',
        message: expect.stringContaining('read-only'),
      });
    };
    await mountDisk(12, use, skip);
  });
});
