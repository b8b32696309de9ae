import { expect, test } from 'vitest';
import { parsePostmasterFile } from './postmaster-file.ts';

const full = '8437\n/proc/self/cwd\n1794708837\n5432\n/run/portolan-a\n\n 10037686         4\nready   \n';

test.each([
  ['a server that is ready', full, { pid: 8437, port: 5432, socketFolder: '/run/portolan-a', status: 'ready' }],
  [
    'one that stops',
    full.replace('ready   ', 'stopping'),
    { pid: 8437, port: 5432, socketFolder: '/run/portolan-a', status: 'stopping' },
  ],
  ['one that has only begun', '8437\n/data\n', { pid: 8437, port: 0, socketFolder: '', status: 'unknown' }],
  ['an empty file', '', undefined],
  ['a torn file', 'x437', undefined],
  ['a process id that would mean a group', '-1\n', undefined],
  ['the first process of the machine', '1\n', undefined],
])('%s', (_, text, expected) => {
  expect(parsePostmasterFile(text)).toEqual(expected);
});
