import { describe, expect, it } from 'vitest';
import { createWorkGate } from './work-gate.ts';

const busy = { code: 'test.busy', message: 'Busy.' };

describe('createWorkGate', () => {
  it('runs so many at once, queues some in order, and refuses the rest', async () => {
    const gate = createWorkGate({ concurrency: 2, queueLimit: 3, busy });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const work = (number: number) =>
      gate.run(async () => {
        started.push(number);
        await new Promise<void>((resolve) => finish.push(resolve));
        return number;
      });
    const accepted = [1, 2, 3, 4, 5].map(work);
    await expect(work(6)).rejects.toMatchObject({ kind: 'unavailable', code: 'test.busy' });
    expect(started).toEqual([1, 2]);
    expect([gate.running(), gate.waiting()]).toEqual([2, 3]);
    for (let at = 0; at < 5; at += 1) {
      finish[at]?.();
      await accepted[at];
      expect(gate.running()).toBeLessThanOrEqual(2);
    }
    await expect(Promise.all(accepted)).resolves.toEqual([1, 2, 3, 4, 5]);
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect([gate.running(), gate.waiting()]).toEqual([0, 0]);
  });

  it('gives the place back when work fails', async () => {
    const gate = createWorkGate({ concurrency: 1, queueLimit: 0, busy });
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });
});
