import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';
import type { DataFolder } from './data-folder.ts';
import type { DatabaseAccount } from './database-account.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import { makeSocketFolder, removeSocketFolder, renewSocketFolder } from './socket-folder.ts';

/** How the server is reached: by a socket in a folder, or on Windows, where Node has no such sockets, by TCP. */
export type Endpoint =
  | { readonly kind: 'socket'; readonly socketFolder: string }
  | { readonly kind: 'tcp'; readonly port: number; readonly password: string };

export const databaseName = 'portolan';
/** The server's own role: it owns its database and nothing else, so that no statement can reach the machine's files. */
export const roleName = 'portolan';
/** Only the launcher uses it. */
export const superuserName = 'postgres';

const usesTcp = process.platform === 'win32';

export const makeEndpoint = async (folder: DataFolder, account: DatabaseAccount | undefined): Promise<Endpoint> =>
  usesTcp
    ? { kind: 'tcp', port: await findFreePort(), password: await readPassword(folder) }
    : { kind: 'socket', socketFolder: await makeSocketFolder(folder, account) };

/** The way to a server that already runs. */
export const endpointOf = async (file: PostmasterFile, folder: DataFolder): Promise<Endpoint> =>
  usesTcp
    ? { kind: 'tcp', port: file.port, password: await readPassword(folder) }
    : { kind: 'socket', socketFolder: file.socketFolder };

/** For a restart at the same address. */
export const renewEndpoint = async (endpoint: Endpoint, account: DatabaseAccount | undefined): Promise<Endpoint> => {
  if (endpoint.kind === 'socket') await renewSocketFolder(endpoint.socketFolder, account);
  return endpoint;
};

export const removeEndpoint = async (endpoint: Endpoint): Promise<void> => {
  if (endpoint.kind === 'socket') await removeSocketFolder(endpoint.socketFolder);
};

export const connectionTo = (endpoint: Endpoint): pg.ClientConfig => ({
  ...(endpoint.kind === 'socket'
    ? { host: endpoint.socketFolder, port: 5432 }
    : { host: '127.0.0.1', port: endpoint.port, password: endpoint.password }),
  // Said outright, because PG* variables of the environment would fill the gaps.
  ssl: false,
  user: roleName,
  database: databaseName,
});

/** Which sign-in initdb sets up: a socket is guarded by its folder's rights, TCP by a random password. */
export const signInArguments = async (folder: DataFolder): Promise<string[]> => {
  if (!usesTcp) return ['--auth-local=trust', '--auth-host=reject'];
  await writeFile(passwordPath(folder), randomBytes(24).toString('base64url'), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${passwordPath(folder)}`];
};

const passwordPath = (folder: DataFolder): string => join(folder.root, 'postgres.password');

const readPassword = async (folder: DataFolder): Promise<string> =>
  (await readFile(passwordPath(folder), 'utf8')).trim();

const findFreePort = async (): Promise<number> =>
  await new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
