import type { BadFiles, Row } from './bad-row.ts';
import { limitRows } from './limit-rows.ts';
import { malformedRows } from './malformed-rows.ts';
import { parameterRows } from './parameter-rows.ts';
import { queryRows } from './query-rows.ts';
import { ruleRows } from './rule-rows.ts';
import { structureRows } from './structure-rows.ts';

const toFiles = (row: Row, name: 'template' | 'parameters'): BadFiles => {
  const [title, file, code, pointer, status = 400] = row;
  return { title: `${name}: ${title}`, [name]: file, code, pointer, status };
};

/** All of them. A new row goes into the file of its topic. */
export const badFiles: readonly BadFiles[] = [
  ...[malformedRows, structureRows, queryRows, ruleRows, limitRows].flat().map((row) => toFiles(row, 'template')),
  ...parameterRows.map((row) => toFiles(row, 'parameters')),
];
