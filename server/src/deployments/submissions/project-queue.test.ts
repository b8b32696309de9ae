import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProjectQueue } from './project-queue.ts';
import { TurnLost } from './turn-lost.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when it is told to, and tells when it began. */
const makeJobs = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
};

const options = { slots: 2, longestWait: 1_000, mostWaiting: 5 };

test('one project after the other, different projects side by side', async () => {
  const queue = createProjectQueue(options);
  const { begun, work, end } = makeJobs();
  const all = [
    queue.run('a', work('a1')),
    queue.run('a', work('a2')),
    queue.run('b', work('b1')),
    queue.run('c', work('c1')),
  ];
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('c1');
  await end('a2');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('a project with many submissions takes turns with others', async () => {
  const queue = createProjectQueue({ ...options, slots: 1 });
  const { begun, work, end } = makeJobs();
  for (const name of ['a1', 'a2', 'a3']) void queue.run('a', work(name));
  void queue.run('b', work('b1'));
  await vi.advanceTimersByTimeAsync(0);
  for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('work that fails lets the next one go, and so does one that was given up', async () => {
  const queue = createProjectQueue(options);
  const { begun, work, end } = makeJobs();
  const failed = queue.run('a', async () => Promise.reject(new Error('no')));
  void queue.run('a', work('a2'));
  await expect(failed).rejects.toThrow('no');
  const late = queue.run('a', work('a3'));
  const next = expect(late).rejects.toMatchObject({ kind: 'unavailable', code: 'deployments.busy' });
  await vi.advanceTimersByTimeAsync(1_000);
  await next;
  const after = queue.run('a', work('a4'));
  await end('a2');
  await end('a4');
  expect(await after).toBe('a4');
  expect(begun).toEqual(['a2', 'a4']);
});

test('nobody waits longer than allowed, and not too many do', async () => {
  const queue = createProjectQueue({ ...options, mostWaiting: 1 });
  const { begun, work } = makeJobs();
  void queue.run('a', work('a1'));
  const waits: number[] = [];
  const second = queue.run('a', work('a2'), (before) => waits.push(before));
  await expect(queue.run('a', work('a3'))).rejects.toMatchObject({ headers: { 'retry-after': '5' } });
  void queue.run('b', work('b1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a1', 'b1']);
  expect(waits).toEqual([1]);
  const refused = expect(second).rejects.toMatchObject({ code: 'deployments.busy' });
  await vi.advanceTimersByTimeAsync(1_000);
  await refused;
});

test('a project whose only submission gave up waiting still runs one at a time', async () => {
  const queue = createProjectQueue({ ...options, slots: 1 });
  const { begun, work, end } = makeJobs();
  void queue.run('a', work('a1'));
  const gaveUp = expect(queue.run('b', work('b1'))).rejects.toMatchObject({ code: 'deployments.busy' });
  await vi.advanceTimersByTimeAsync(1_000);
  await gaveUp;
  for (const name of ['b2', 'b3']) void queue.run('b', work(name));
  await end('a1');
  expect(begun).toEqual(['a1', 'b2']);
  await end('b2');
  expect(begun).toEqual(['a1', 'b2', 'b3']);
});

test('work that lost its turn lets other projects go first, and comes again before the rest of its own', async () => {
  const queue = createProjectQueue({ ...options, slots: 1 });
  const { begun, work, end } = makeJobs();
  let isFree = false;
  const first = queue.run('a', async () => {
    begun.push('a1');
    if (!isFree) throw new TurnLost(undefined);
    return 'a1';
  });
  const second = queue.run('a', work('a2'));
  const other = queue.run('b', work('b1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual(['a1', 'b1']);
  isFree = true;
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'a1', 'a2']);
  await end('a2');
  expect(await Promise.all([first, second, other])).toEqual(['a1', 'a2', 'b1']);
});

test('whoever never gets the turn is told so in time', async () => {
  const queue = createProjectQueue(options);
  let tries = 0;
  const refused = expect(
    queue.run('a', async () => {
      tries += 1;
      await vi.advanceTimersByTimeAsync(400);
      throw new TurnLost(undefined);
    }),
  ).rejects.toMatchObject({ kind: 'unavailable', code: 'deployments.busy', headers: { 'retry-after': '5' } });
  await refused;
  expect(tries).toBe(3);
  expect(await queue.run('a', async () => 'free')).toBe('free');
});
