import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readClusterState } from './cluster-state.ts';
import { DatabaseStartError } from './database-start-error.ts';
import { type Endpoint, endpointOf, makeEndpoint, removeEndpoint, renewEndpoint } from './endpoint.ts';
import { type LaunchInput, launchPostmaster } from './launch-postmaster.ts';
import { type PostmasterFile, postmasterPath, readPostmasterFile } from './postmaster-file.ts';
import { isAlive, waitForEnd, worksIn } from './postmaster-process.ts';
import { type ServerSettings, serverArguments } from './server-arguments.ts';
import { endOrphans, stopPostmaster } from './stop-postmaster.ts';

export interface ObtainInput extends Omit<LaunchInput, 'parameters'> {
  readonly settings: ServerSettings;
  readonly onStep: (text: string) => void;
  /** Kept over a restart, so that the pools find the server where it was. */
  readonly endpoint?: Endpoint;
}

export interface Postmaster {
  readonly pid: number;
  readonly endpoint: Endpoint;
  /** It ran before we came. */
  readonly adopted: boolean;
  /** The server before it ended without a clean stop, and this one has replayed its log. */
  readonly recovered: boolean;
}

/** Processes of a killed server end by themselves within moments; after this time they are ended. */
const patienceWithOrphans = 3_000;
const readyWithin = 600_000;

/** Finds the server that an earlier program left running, or starts one. The caller holds the folder's lock. */
export const obtainPostmaster = async (input: ObtainInput): Promise<Postmaster> => {
  const started = performance.now();
  while (performance.now() - started < readyWithin) {
    const adopted = await adoptRunning(input);
    if (adopted !== undefined) return adopted;
    const recovered = (await readClusterState(input.folder))?.shutDownCleanly === false;
    const endpoint = await freshEndpoint(input);
    const result = await launchAt(endpoint, input);
    if ('pid' in result) return { pid: result.pid, endpoint, adopted: false, recovered };
    if (result.blocked === 'orphans' && performance.now() - started > patienceWithOrphans)
      await endOrphans(input.folder);
    await wait(50);
  }
  throw new DatabaseStartError(
    'notStarted',
    `The database in ${input.folder.root} did not start within ${readyWithin / 60_000} minutes.`,
  );
};

const freshEndpoint = async ({ endpoint, folder, account }: ObtainInput): Promise<Endpoint> => {
  if (endpoint !== undefined) return await renewEndpoint(endpoint, account);
  const [, left] = /"unix_socket_directories=([^"]+)"/.exec(await readLastCommand(folder.cluster)) ?? [];
  if (left !== undefined) await removeEndpoint({ kind: 'socket', socketFolder: left });
  return await makeEndpoint(folder, account);
};

const launchAt = async (endpoint: Endpoint, input: ObtainInput) => {
  const { cluster } = input.folder;
  const parameters = serverArguments({ ...input, cluster, endpoint });
  const result = await launchPostmaster({ ...input, parameters }).catch(async (error: unknown) => {
    if (input.endpoint === undefined) await removeEndpoint(endpoint);
    throw error;
  });
  if (!('pid' in result) && input.endpoint === undefined) await removeEndpoint(endpoint);
  return result;
};

const adoptRunning = async (input: ObtainInput): Promise<Postmaster | undefined> => {
  const file = await readPostmasterFile(input.folder.cluster);
  if (file === undefined) return undefined;
  if (!(await worksIn(file.pid, input.folder.cluster))) {
    // PostgreSQL refuses to start when the process id of a crashed server has been given to another program since.
    if (isAlive(file.pid)) await rm(postmasterPath(input.folder.cluster), { force: true });
    return undefined;
  }
  const endpoint = await endpointOf(file, input.folder);
  if (!(await becomesReady(file, input)) || !(await wasStartedAlike(endpoint, input))) {
    input.onStep('stopping a database that an earlier start left with other settings');
    await stopPostmaster(file.pid, input.folder, input.runtime, { fastWithin: 15_000 });
    await removeEndpoint(endpoint);
    return undefined;
  }
  return { pid: file.pid, endpoint, adopted: true, recovered: false };
};

/** A server that is starting is waited for; one that is stopping is waited for too, and then started anew. */
const becomesReady = async (file: PostmasterFile, { folder }: ObtainInput): Promise<boolean> => {
  const deadline = performance.now() + readyWithin;
  while (isAlive(file.pid) && performance.now() < deadline) {
    const now = await readPostmasterFile(folder.cluster);
    if (now?.status === 'ready') return true;
    if (now === undefined || now.status === 'stopping') {
      await waitForEnd(file.pid, 15_000);
      return false;
    }
    await wait(10);
  }
  return false;
};

/** PostgreSQL notes the command line of each start, and leaves the note when it ends. */
const readLastCommand = async (cluster: string): Promise<string> =>
  await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');

const wasStartedAlike = async (endpoint: Endpoint, input: ObtainInput): Promise<boolean> => {
  const { cluster } = input.folder;
  const program = join(input.runtime.folder, 'bin', 'postgres');
  const parameters = serverArguments({ ...input, cluster, endpoint });
  const expected = [program, ...parameters.map((parameter) => `"${parameter}"`)].join(' ');
  return (await readLastCommand(cluster)).trim() === expected;
};
