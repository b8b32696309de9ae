import { describe, expect, test } from 'vitest';
import { compileAnew } from './compile.ts';
import { ProgramCache } from './program-cache.ts';

const program = (index: number) => compileAnew(`a${index}`);

describe('the cache of programs', () => {
  test('holds at most twice its bound, whatever comes', () => {
    const cache = new ProgramCache(10, 1_000_000);
    for (let index = 0; index < 1_000; index += 1) {
      cache.add(program(index));
      expect(cache.size).toBeLessThanOrEqual(20);
    }
    expect(cache.get('a999')?.text).toBe('a999');
    expect(cache.get('a0')).toBeUndefined();
  });

  test('is bounded in characters too', () => {
    const cache = new ProgramCache(1_000, 100);
    for (let index = 0; index < 100; index += 1) cache.add(compileAnew(`'${'x'.repeat(40)}' | a${index}`));
    expect(cache.size).toBeLessThanOrEqual(4);
  });

  test('keeps what is asked for', () => {
    const cache = new ProgramCache(10, 1_000_000);
    cache.add(program(0));
    for (let index = 1; index < 200; index += 1) {
      cache.add(program(index));
      expect(cache.get('a0')?.text).toBe('a0');
    }
  });
});
