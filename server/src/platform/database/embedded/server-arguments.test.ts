import { expect, test } from 'vitest';
import { serverArguments } from './server-arguments.ts';

const input = {
  cluster: '/data/postgres',
  account: undefined,
  endpoint: { kind: 'socket', socketFolder: '/run/portolan-a' },
  runtime: { folder: '/programs', version: '18.4.0', major: 18 },
  settings: {},
} as const;

test('listens on its socket only, for its owner only', () => {
  const given = serverArguments(input);
  expect(given.slice(0, 2)).toEqual(['-D', '/data/postgres']);
  expect(given).toContain('listen_addresses=');
  expect(given).toContain('unix_socket_permissions=0700');
  expect(given).toContain('fsync=on');
});

test('never writes statements or values into the log', () => {
  const given = serverArguments(input);
  expect(given).toContain('log_min_messages=log');
  expect(given).toContain('log_min_error_statement=panic');
  expect(given).toContain('log_error_verbosity=terse');
});

test('takes settings of the caller over its own', () => {
  const given = serverArguments({ ...input, settings: { fsync: 'off' } });
  expect(given).toContain('fsync=off');
  expect(given).not.toContain('fsync=on');
});

test('where Node has no such sockets, listens on this machine only', () => {
  const given = serverArguments({ ...input, endpoint: { kind: 'tcp', port: 5999, password: 'secret' } });
  expect(given).toContain('listen_addresses=127.0.0.1');
  expect(given).toContain('port=5999');
  expect(given.join(' ')).not.toContain('secret');
});
