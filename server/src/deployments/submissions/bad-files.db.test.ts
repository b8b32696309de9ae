import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { badFiles } from '../test/bad-files/bad-files.ts';
import type { BadFiles } from '../test/bad-files/bad-row.ts';
import { type BenchProject, type DeploymentsBench, openDeploymentsBench } from '../test/open-deployments-bench.ts';

let bench: DeploymentsBench;
let project: BenchProject;
beforeAll(async () => {
  bench = await openDeploymentsBench();
  project = await bench.makeProject();
});
afterAll(async () => await bench.close());

const good = JSON.stringify({ resourceGroup: { name: 'a group' }, resources: [] });
const parameters = JSON.stringify([
  { name: 'list', value: [1, 2], type: 'array' },
  { name: 'password', value: 'canary-3f9c', type: 'secret' },
]);

/** Line and column of the mark, and the file without it. */
const unmark = (file: string) => {
  const at = file.indexOf('¦');
  if (at === -1) return { file, place: {} };
  const before = file.slice(0, at).replace(/^\ufeff/, '');
  const lines = before.split('\n');
  return { file: file.replace('¦', ''), place: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 } };
};

const check = async (row: BadFiles, plan: boolean) => {
  const name = row.template === undefined ? 'parameters' : 'template';
  const { file, place } = unmark(row.template ?? row.parameters ?? '');
  const files = { template: good, parameters, [name]: file };
  const answer = await bench.submit(project, files, { plan });
  const body = answer.json<{ errors: readonly object[]; values: readonly unknown[] }>();
  expect(body.values).toEqual([]);
  expect(body.errors).toEqual([
    expect.objectContaining({ code: row.code, pointer: row.pointer, file: name, ...place }),
  ]);
  expect(answer.statusCode).toBe(row.status);
  expect(answer.body).not.toContain('canary-3f9c');
};

describe('files that are wrong are told so, with their place', () => {
  test.each(badFiles)('$title', async (row) => await check(row, false));
});

test('a plan tells the same', async () => {
  for (const row of badFiles.filter((_, index) => index % 7 === 0)) await check(row, true);
});

test('there are enough of them, and nothing of them remains', async () => {
  expect(badFiles.length).toBeGreaterThanOrEqual(120);
  expect(await bench.database.selectFrom('resources').select('id').execute()).toEqual([]);
  expect(await bench.database.selectFrom('resourceGroups').select('id').execute()).toEqual([]);
  expect(bench.errors).toEqual([]);
});
