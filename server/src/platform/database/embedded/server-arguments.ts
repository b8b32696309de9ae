import type { DatabaseAccount } from './database-account.ts';
import type { Endpoint } from './endpoint.ts';
import type { PostgresRuntime } from './postgres-runtime.ts';

export type ServerSettings = Readonly<Record<string, string>>;

/**
 * Given on the command line, so that no file can loosen them by accident. Whatever is not named here may be tuned in
 * postgresql.conf of the database's folder.
 */
const ourSettings: ServerSettings = {
  // Durable: an acknowledged commit has reached the disk (goal R1).
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '200',
  // Files instead of /dev/shm, which is small in containers, and emptied on some machines when a user logs out.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'portolan',
  // Starts, stops, recoveries and failures of the server, but never a failed statement: those hold users' values.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // The package has no LLVM.
  jit: 'off',
};

/**
 * Where initdb and postgres find their folder. They are started with it as the current one before the change of user,
 * and for another account it is named through /proc: that works even where this account may not walk the path to it, as
 * below a home folder of root with 0700, and no folder has to be opened for anybody.
 */
export const clusterArgument = (cluster: string, account: DatabaseAccount | undefined): string =>
  account !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : cluster;

export interface ServerArgumentsInput {
  readonly cluster: string;
  readonly account: DatabaseAccount | undefined;
  readonly endpoint: Endpoint;
  readonly runtime: PostgresRuntime;
  readonly settings: ServerSettings;
}

export const serverArguments = (input: ServerArgumentsInput): string[] => {
  const settings: ServerSettings = {
    ...ourSettings,
    ...listenSettings(input.endpoint),
    ...input.settings,
    // For comparison: a server of other programs is restarted rather than adopted.
    'portolan.runtime': input.runtime.version,
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', clusterArgument(input.cluster, input.account), ...pairs];
};

const listenSettings = (endpoint: Endpoint): ServerSettings =>
  endpoint.kind === 'socket'
    ? {
        listen_addresses: '',
        port: '5432',
        unix_socket_directories: endpoint.socketFolder,
        unix_socket_permissions: '0700',
      }
    : { listen_addresses: '127.0.0.1', port: `${endpoint.port}`, unix_socket_directories: '' };
