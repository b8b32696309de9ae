import { expect, test, vi } from 'vitest';
import { measurePairs } from './measure-pairs.ts';

test('the sides warm up, then take turns', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const order: string[] = [];
  const side = (name: string, turnMilliseconds: number, figures: readonly number[]) => {
    let turn = 0;
    return {
      name,
      take: () => {
        vi.advanceTimersByTime(turnMilliseconds);
        order.push(name);
        turn += 1;
        return figures[turn - 1] ?? Number.NaN;
      },
    };
  };

  const long = side('A', 3_000, [999, 10, 30, 20]);
  const short = side('B', 400, [1, 1, 1, 10, 10, 10]);
  const pairs = await measurePairs(long, short, 3, '/s');
  vi.useRealTimers();

  expect(order.join('')).toBe('ABBBABABAB');
  expect(pairs.ratios).toEqual([1, 3, 2]);
  expect(pairs.sides).toBe('A 20 /s, B 10 /s');
});
