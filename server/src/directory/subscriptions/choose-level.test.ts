import { expect, test } from 'vitest';
import { chooseLevel } from './choose-level.ts';

const levels = [
  { id: 'a', name: 'Reader' },
  { id: 'b', name: 'Editor' },
];

test.each([
  ['levels are off', null, 'Editor', null],
  ['levels are off and the role is nonsense', null, 'x', null],
  ['no role', levels, undefined, 'a'],
  ['null', levels, null, 'a'],
  ['an empty role', levels, '', 'a'],
  ['the second', levels, 'Editor', 'b'],
  ['levels are on and there is none yet', [], undefined, null],
] as const)('%s', (_case, given, role, id) => {
  expect(chooseLevel(given, role)?.id ?? null).toBe(id);
});

test.each(['editor', 'Owner', ' Editor', '__proto__'])(
  '%j is no level: 400 that names the place and the levels',
  (role) => {
    expect(() => chooseLevel(levels, role, '/options/role')).toThrowError(
      expect.objectContaining({
        kind: 'invalid',
        code: 'access-level.unknown',
        message: '`/options/role` must be an access level of the service: Reader, Editor.',
      }),
    );
  },
);
