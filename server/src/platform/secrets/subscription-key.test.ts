import { describe, expect, it } from 'vitest';
import { isSubscriptionKey, issueSubscriptionKey } from './subscription-key.ts';

describe('subscription keys', () => {
  it('are 32 lower-case hex characters (contract X6)', () => {
    const key = issueSubscriptionKey();
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(isSubscriptionKey(key)).toBe(true);
    expect(issueSubscriptionKey()).not.toBe(key);
  });

  it.each(['', 'a'.repeat(31), 'a'.repeat(33), 'A'.repeat(32), 'g'.repeat(32), `${'a'.repeat(32)}\n`])(
    '%j is none',
    (text) => {
      expect(isSubscriptionKey(text)).toBe(false);
    },
  );
});
