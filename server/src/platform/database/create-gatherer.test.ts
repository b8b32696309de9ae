import { expect, test } from 'vitest';
import { createGatherer } from './create-gatherer.ts';

/** Runs end only when the test lets them. */
const openGatherer = (limits: { most: number; runs: number }) => {
  const runs: { inputs: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
  const gather = createGatherer<number, string>({
    ...limits,
    run: async (inputs) => {
      const end = Promise.withResolvers<void>();
      runs.push({ inputs, end });
      await end.promise;
      if (inputs.includes(13)) throw new Error(`unlucky ${inputs.join()}`);
      return inputs.map((input) => `${input}!`);
    },
  });
  const turn = async () => await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { gather, runs, turn };
};

test('who comes alone is served at once; who comes meanwhile waits and goes with the others', async () => {
  const { gather, runs, turn } = openGatherer({ most: 10, runs: 1 });
  const first = gather(1);
  await turn();
  const others = [gather(2), gather(3)];
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([[1]]);
  runs[0]?.end.resolve();
  expect(await first).toBe('1!');
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([[1], [2, 3]]);
  runs[1]?.end.resolve();
  expect(await Promise.all(others)).toEqual(['2!', '3!']);
});

test('those who come together go together, no more than fit into a run, and no more runs than allowed', async () => {
  const { gather, runs, turn } = openGatherer({ most: 2, runs: 2 });
  const all = Promise.all([1, 2, 3, 4, 5].map(gather));
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  runs[1]?.end.resolve();
  await turn();
  expect(runs).toHaveLength(3);
  runs[0]?.end.resolve();
  runs[2]?.end.resolve();
  expect(await all).toEqual(['1!', '2!', '3!', '4!', '5!']);
});

test('an error reaches only those who have earned it', async () => {
  const { gather, runs, turn } = openGatherer({ most: 10, runs: 1 });
  const outcomes = Promise.allSettled([1, 13, 3].map(gather));
  await turn();
  runs[0]?.end.resolve();
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([[1, 13, 3], [1], [13], [3]]);
  for (const run of runs) run.end.resolve();
  expect(await outcomes).toMatchObject([
    { status: 'fulfilled', value: '1!' },
    { status: 'rejected', reason: { message: 'unlucky 13' } },
    { status: 'fulfilled', value: '3!' },
  ]);
  // And the next are served as if nothing had happened.
  const next = gather(4);
  await turn();
  runs.at(-1)?.end.resolve();
  expect(await next).toBe('4!');
});
