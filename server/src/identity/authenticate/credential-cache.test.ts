import { describe, expect, test } from 'vitest';
import type { NotificationBus } from '../../platform/database/index.ts';
import { createCredentialCache, type Found } from './credential-cache.ts';

/** A bus in the hands of the test: what it delivers, and when it is down. */
const createTestBus = () => {
  const handlers = new Set<{ handler: (payload: string) => void; onGap: (() => void) | undefined }>();
  let live = true;
  const bus: NotificationBus = {
    subscribe: (_topic, handler, onGap) => {
      const subscription = { handler, onGap };
      handlers.add(subscription);
      return () => handlers.delete(subscription);
    },
    isLive: () => live,
    close: async () => undefined,
  };
  const gap = () => {
    for (const { onGap } of handlers) onGap?.();
  };
  return {
    bus,
    deliver: (payload: string) => {
      for (const { handler } of handlers) handler(payload);
    },
    gap,
    breakOff: () => {
      live = false;
      gap();
    },
    heal: () => {
      live = true;
      gap();
    },
    listeners: () => handlers.size,
  };
};

const createBench = (options: { most?: number } = {}) => {
  const wire = createTestBus();
  let time = 0;
  let loads = 0;
  const cache = createCredentialCache<string>({ bus: wire.bus, now: () => time, lifetime: 900, ...options });
  const load =
    (value: string | undefined, ...subjects: string[]) =>
    async (): Promise<Found<string> | undefined> => {
      loads += 1;
      return value === undefined ? undefined : { value, subjects };
    };
  return {
    ...wire,
    cache,
    load,
    loads: () => loads,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};

describe('a credential that was found good', () => {
  test.each([
    ['right away', 0, 1],
    ['just before its time is over', 899, 1],
    ['when its time is over', 900, 2],
  ])('is looked up again %s: %i ms, %i look-ups', async (_, milliseconds, loads) => {
    const bench = createBench();
    await bench.cache.find('key', bench.load('yes', 'user'));
    bench.pass(milliseconds);
    expect(await bench.cache.find('key', bench.load('yes', 'user'))).toBe('yes');
    expect(bench.loads()).toBe(loads);
  });

  test.each([
    ['its own id', 'user', undefined],
    ['another id', 'somebody else', 'yes'],
  ])('after a message with %s', async (_, payload, expected) => {
    const bench = createBench();
    await bench.cache.find('key', bench.load('yes', 'user', 'tenant'));
    bench.deliver(payload);
    expect(await bench.cache.find('key', bench.load(undefined))).toBe(expected);
  });

  test('is forgotten when messages may have been missed', async () => {
    const bench = createBench();
    await bench.cache.find('key', bench.load('yes', 'user'));
    bench.gap();
    expect(await bench.cache.find('key', bench.load(undefined))).toBeUndefined();
  });

  test('is not believed, nor remembered, while no message can arrive', async () => {
    const bench = createBench();
    await bench.cache.find('key', bench.load('yes', 'user'));
    bench.breakOff();
    expect(await bench.cache.find('key', bench.load(undefined))).toBeUndefined();
    expect(await bench.cache.find('key', bench.load('yes'))).toBe('yes');
    expect(bench.cache.size()).toBe(0);
    bench.heal();
    await bench.cache.find('key', bench.load('yes', 'user'));
    expect(await bench.cache.find('key', bench.load(undefined))).toBe('yes');
  });
});

describe('a look-up under way', () => {
  const deferred = () => {
    let resolve: (found: Found<string> | undefined) => void = () => undefined;
    const promise = new Promise<Found<string> | undefined>((settle) => {
      resolve = settle;
    });
    return { promise, resolve };
  };

  test('is shared by those who ask meanwhile', async () => {
    const bench = createBench();
    const slow = deferred();
    const first = bench.cache.find('key', () => slow.promise);
    const second = bench.cache.find('key', bench.load('another'));
    slow.resolve({ value: 'yes', subjects: [] });
    expect(await Promise.all([first, second])).toEqual(['yes', 'yes']);
    expect(bench.loads()).toBe(0);
  });

  test('is not shared, and not remembered, when a revocation arrives meanwhile', async () => {
    const bench = createBench();
    const slow = deferred();
    const first = bench.cache.find('key', () => slow.promise);
    bench.deliver('user');
    expect(await bench.cache.find('key', bench.load(undefined))).toBeUndefined();
    slow.resolve({ value: 'yes', subjects: ['user'] });
    expect(await first).toBe('yes');
    expect(await bench.cache.find('key', bench.load(undefined))).toBeUndefined();
  });

  test('counts its time from when it was asked', async () => {
    const bench = createBench();
    const slow = deferred();
    const first = bench.cache.find('key', () => slow.promise);
    bench.pass(900);
    slow.resolve({ value: 'yes', subjects: ['user'] });
    await first;
    expect(await bench.cache.find('key', bench.load(undefined))).toBeUndefined();
  });

  test('that fails is not remembered', async () => {
    const bench = createBench();
    await expect(bench.cache.find('key', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await bench.cache.find('key', bench.load('yes'))).toBe('yes');
  });
});

test('a refusal is never remembered', async () => {
  const bench = createBench();
  await bench.cache.find('key', bench.load(undefined));
  expect(await bench.cache.find('key', bench.load('yes'))).toBe('yes');
  expect(bench.loads()).toBe(2);
});

test('the oldest make room', async () => {
  const bench = createBench({ most: 2 });
  for (const key of ['a', 'b', 'c']) await bench.cache.find(key, bench.load(key, 'user'));
  expect(bench.cache.size()).toBe(2);
  expect(await bench.cache.find('a', bench.load('asked again'))).toBe('asked again');
});

test('a closed cache listens no more', async () => {
  const bench = createBench();
  bench.cache.close();
  expect(bench.listeners()).toBe(0);
});
