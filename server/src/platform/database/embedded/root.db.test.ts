import { execFileSync } from 'node:child_process';
import { chown, cp, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { makeScratchFolder, removeScratchFolder } from './test/scratch-folder.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.info('Not root: the cases about dropped rights are left out.');

describe.runIf(isRoot && process.platform === 'linux')('started by root', () => {
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

  const ownerOf = async (...path: string[]) => (await stat(join(dataFolder, ...path))).uid;
  const rightsOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

  test('runs as an unprivileged account below a folder that only root may enter, which stays closed', async () => {
    const server = await startEmbeddedPostgres({ dataFolder, onStep, settings });
    const account = (await stat(`/proc/${server.pid}`)).uid;
    expect(account).not.toBe(0);
    expect(await ownerOf('postgres')).toBe(account);
    expect([await ownerOf(), await ownerOf('postgres.log'), await ownerOf('portolan.lock')]).toEqual([0, 0, 0]);
    expect([await rightsOf(scratch), await rightsOf(dataFolder)]).toEqual(['700', '700']);
    // The control: that account really cannot walk there.
    expect(() => execFileSync('ls', [dataFolder], { uid: account, gid: account, stdio: 'pipe', cwd: '/' })).toThrow(
      /Permission denied/,
    );
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query('CREATE TABLE rows AS SELECT generate_series(1, 200000) AS id');
    await client.query(
      'SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0',
    );
    expect((await client.query('SELECT count(*)::int AS count FROM rows')).rows).toEqual([{ count: 200_000 }]);
    await client.end();
    await server.stop();
  });

  test('runs as the owner of the data folder, who can start it alone the next time', async () => {
    await mkdir(dataFolder);
    await chown(dataFolder, 65_534, 65_534);
    const server = await startEmbeddedPostgres({ dataFolder, onStep, settings });
    expect((await stat(`/proc/${server.pid}`)).uid).toBe(65_534);
    const owners = await Promise.all(
      ['postgres', 'postgres.log', 'portolan.lock'].map(async (name) => await ownerOf(name)),
    );
    expect(owners).toEqual([65_534, 65_534, 65_534]);
    await server.stop();
  });

  test('takes a copy of the data folder that belongs to root altogether and is open to all', async () => {
    await (await startEmbeddedPostgres({ dataFolder, onStep, settings })).stop();
    const copied = join(scratch, 'copied');
    await cp(dataFolder, copied, { recursive: true });
    execFileSync('chown', ['-R', '0:0', copied]);
    execFileSync('chmod', ['755', join(copied, 'postgres')]);
    const server = await startEmbeddedPostgres({ dataFolder: copied, onStep, settings });
    expect((await stat(join(copied, 'postgres'))).uid).not.toBe(0);
    expect(await rightsOf(join(copied, 'postgres'))).toBe('700');
    await server.stop();
  });
});
