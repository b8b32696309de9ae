import { expect, test } from 'vitest';
import { findNameProblem } from './resource-name.ts';

test.each(['Four', 'My service, no_2 - test', 'Größe 42', 'サービスA', 'a'.repeat(200), '-___'])(
  '%s is a name',
  (name) => {
    expect(findNameProblem(name)).toBeUndefined();
  },
);

const characters = 'name must consist of letters, digits, spaces, _, comma and -, with no space at either end';

test.each<[unknown, string]>([
  ['abc', 'name must have 4 to 200 characters'],
  ['', 'name must have 4 to 200 characters'],
  ['a'.repeat(201), 'name must have 4 to 200 characters'],
  ['semi;colon', characters],
  ['a.b.c', characters],
  ['line\nbreak', characters],
  [' leading', characters],
  ['trailing ', characters],
  ['    ', characters],
  ['emoji 🙂', characters],
  ['Gro\u0308ße', 'name must be in Unicode normal form C'],
  [42, 'name must be a text'],
  [null, 'name must be a text'],
  [undefined, 'name must be a text'],
])('%s is none', (name, problem) => {
  expect(findNameProblem(name)).toBe(problem);
});
