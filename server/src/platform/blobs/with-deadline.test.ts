import { describe, expect, it } from 'vitest';
import { withDeadline } from './with-deadline.ts';

const late = () => new Error('late');
const never = () => new Promise<never>(() => {});

describe('withDeadline', () => {
  it('passes results and errors on', async () => {
    await expect(withDeadline({ ms: 1_000, late }, async () => 'done')).resolves.toBe('done');
    await expect(withDeadline({ ms: 1_000, late }, () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('leaves a call that does not listen, and tells the one that does', async () => {
    await expect(withDeadline({ ms: 5, late }, never)).rejects.toThrow('late');
    const heard = withDeadline(
      { ms: 5, late },
      (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('the call’s own words')))),
    );
    await expect(heard).rejects.toThrow('late');
  });

  it('rejects with the reason of the caller', async () => {
    const stop = new AbortController();
    const running = withDeadline({ ms: 60_000, late, signal: stop.signal }, never);
    stop.abort(new Error('mine'));
    await expect(running).rejects.toThrow('mine');
    await expect(withDeadline({ ms: 60_000, late, signal: stop.signal }, async () => 'x')).rejects.toThrow('mine');
  });
});
