import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MutantBench, openMutantBench, partsOf } from './authorization/mutant-bench.ts';
import { mutations } from './authorization/mutations.ts';

let bench: MutantBench;
const caught: string[] = [];
beforeAll(async () => {
  bench = await openMutantBench();
}, 300_000);
afterAll(async () => {
  await bench.close();
  console.log(`Checks that were taken out, and the first thing that showed it:\n${caught.join('\n')}`);
});

describe('a check that is taken out turns the matrix red (goal R6)', () => {
  test('the control: nothing is taken out, and nothing is found', async () => {
    expect(
      await bench.judge(
        mutations.flatMap(({ area, only }) => partsOf(area, only)),
        true,
      ),
    ).toEqual([]);
  });

  test.each(mutations)('$name', async (mutation) => {
    const undo = await bench.copy.apply(mutation);
    try {
      const violations = await bench.judge(partsOf(mutation.area, mutation.only), false);
      const [first] = violations;
      expect(first, 'nobody noticed').toBeDefined();
      const shown = `${first?.operation} as ${first?.principal} (${first?.about}): ${first?.problem.slice(0, 100)}`;
      caught.push(`- ${mutation.name} (${mutation.file}): ${violations.length} found, such as ${shown}`);
    } finally {
      await undo();
    }
  });
});
