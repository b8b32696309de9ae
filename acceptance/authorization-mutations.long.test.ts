import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mutations } from './authorization/mutations.ts';
import { everyPart, type MatrixPart, prepareMatrix, runMatrix } from './authorization/run-matrix.ts';
import { copyServer, type ServerCopy } from './authorization/server-copy.ts';
import type { Violation } from './support/authorization-matrix.ts';
import { startPortolan } from './support/start-portolan.ts';

let copy: ServerCopy;
const caught: string[] = [];
beforeAll(async () => {
  copy = await copyServer();
});
afterAll(async () => {
  await copy.remove();
  console.log(`Checks that were taken out, and the first thing that showed it:\n${caught.join('\n')}`);
});

const runOn = async (parts: readonly MatrixPart[]): Promise<readonly Violation[]> => {
  const server = await startPortolan({ program: copy.program, environment: { PORTOLAN_LOG_LEVEL: 'error' } });
  try {
    const matrix = await prepareMatrix(server);
    const { violations } = await runMatrix(matrix, { parts, thorough: true });
    await matrix.world.close();
    return violations;
  } finally {
    await server.remove();
  }
};

const partOf = (area: MatrixPart['area'], only: RegExp): MatrixPart[] =>
  everyPart.filter((part) => part.area === area).map((part) => ({ ...part, only }));

describe('a check that is taken out turns the matrix red (goal R6)', () => {
  test('the control: nothing is taken out, and nothing is found', async () => {
    expect(await runOn(mutations.flatMap(({ area, only }) => partOf(area, only)))).toEqual([]);
  });

  test.each(mutations)('$name', async (mutation) => {
    const undo = await copy.apply(mutation);
    try {
      const violations = await runOn(partOf(mutation.area, mutation.only));
      const [first] = violations;
      expect(first, 'nobody noticed').toBeDefined();
      const shown = `${first?.operation} as ${first?.principal} (${first?.about}): ${first?.problem.slice(0, 100)}`;
      caught.push(`- ${mutation.name} (${mutation.file}): ${violations.length} found, such as ${shown}`);
    } finally {
      await undo();
    }
  });
});
