import { expect, test } from 'vitest';
import { isPasswordTooOld, type PasswordPolicy, passwordDueAt } from './password-age.ts';

const policy = (unit: PasswordPolicy['unit'], interval: number): PasswordPolicy => ({ enforced: true, unit, interval });

test.each([
  ['2026-01-31T10:00:00Z', policy('days', 30), '2026-03-02T10:00:00.000Z'],
  ['2026-01-31T10:00:00Z', policy('months', 1), '2026-02-28T10:00:00.000Z'],
  ['2024-01-31T10:00:00Z', policy('months', 1), '2024-02-29T10:00:00.000Z'],
  ['2026-11-30T10:00:00Z', policy('months', 3), '2027-02-28T10:00:00.000Z'],
  ['2026-06-15T10:00:00Z', policy('months', 24), '2028-06-15T10:00:00.000Z'],
  ['2024-02-29T10:00:00Z', policy('years', 1), '2025-02-28T10:00:00.000Z'],
  ['2026-06-15T10:00:00Z', policy('years', 2), '2028-06-15T10:00:00.000Z'],
])('a password of %s under %j is due at %s', (changed, rule, due) => {
  const changedAt = new Date(changed);
  const dueAt = new Date(due);
  expect(passwordDueAt(changedAt, rule)).toEqual(dueAt);
  expect(isPasswordTooOld(changedAt, rule, new Date(dueAt.getTime() - 1))).toBe(false);
  expect(isPasswordTooOld(changedAt, rule, dueAt)).toBe(true);
});

test('a policy that is not enforced asks for nothing', () => {
  const rule = { ...policy('days', 30), enforced: false };
  expect(isPasswordTooOld(new Date(0), rule, new Date())).toBe(false);
});
