import { expect, test } from 'vitest';
import { isTooWide, matchesSubject } from './subject-pattern.ts';

test.each([
  ['repo:acme/web:ref:refs/heads/main', 'repo:acme/web:ref:refs/heads/main', true],
  ['repo:acme/web:ref:refs/heads/main', 'repo:acme/web:ref:refs/heads/main2', false],
  ['repo:acme/web:*', 'repo:acme/web:ref:refs/heads/main', true],
  ['repo:acme/web:*', 'repo:acme/website:ref:refs/heads/main', false],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/api:ref:refs/heads/main', true],
  ['repo:acme/*:ref:refs/heads/main', 'repo:acme/api:ref:refs/heads/dev', false],
  ['*:environment:production', 'repo:acme/api:environment:production', true],
  ['a*b*a', 'aba', true],
  ['a*a', 'a', false],
  ['ab*ba', 'aba', false],
  ['a*b*c', 'a-c-b', false],
  ['a.c', 'abc', false],
  ['A*', 'abc', false],
  ['', '', true],
])('%s on %s: %s', (pattern, subject, expected) => {
  expect(matchesSubject(pattern, subject)).toBe(expected);
});

test('many stars do not take time', () => {
  const start = performance.now();
  expect(matchesSubject(`${'a*'.repeat(200)}b`, 'a'.repeat(10_000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(100);
});

test.each([
  ['*', true],
  ['***', true],
  ['a*', true],
  ['repo:*', false],
])('%s is too wide: %s', (pattern, expected) => {
  expect(isTooWide(pattern)).toBe(expected);
});
