import { describe, expect, test } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

describe('rate limiter', () => {
  test('allows a minute worth of requests at once, then refills evenly', () => {
    let time = 0;
    const limiter = createRateLimiter('address', 60, () => time);
    const answers = Array.from({ length: 61 }, () => limiter.take('a'));
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(60);
    expect(answers.at(-1)).toEqual({ allowed: false, remaining: 0, resetAfter: 1 });
    time = 999;
    expect(limiter.take('a').allowed).toBe(false);
    time = 2_000;
    expect(limiter.take('a').allowed).toBe(true);
  });

  test('keeps keys apart', () => {
    const limiter = createRateLimiter('address', 1, () => 0);
    expect(limiter.take('a').allowed).toBe(true);
    expect(limiter.take('a').allowed).toBe(false);
    expect(limiter.take('b').allowed).toBe(true);
  });

  test('says how long until the allowance is full again', () => {
    const limiter = createRateLimiter('address', 60, () => 0);
    limiter.take('a');
    expect(limiter.take('a')).toEqual({ allowed: true, remaining: 58, resetAfter: 2 });
  });
});
