import type { Row } from './bad-row.ts';
import { around, group, ofVariables } from './parts.ts';

export const limitRows: readonly Row[] = [
  [
    'too many values',
    `{${group}, "resources": [${'1,'.repeat(600_001)}]}`,
    'json.too-many-values',
    '/resources/599996',
    413,
  ],
  [
    'too many members',
    `{${Array.from({ length: 10_001 }, (_, index) => `"a${index}":1`).join()}}`,
    'json.too-many-members',
    '/a10000',
    413,
  ],
  ['too many resources', around(`"resources": ¦[${'{},'.repeat(10_001)}]`), 'resources.too-many', '/resources', 413],
  [
    'too many outputs',
    around(`"resources": [], "outputs": ¦[${'{},'.repeat(1_001)}]`),
    'outputs.too-many',
    '/outputs',
    413,
  ],
  ['too many variables', ofVariables(`¦[${'{},'.repeat(10_001)}]`), 'variables.too-many', '/variables', 413],
];
