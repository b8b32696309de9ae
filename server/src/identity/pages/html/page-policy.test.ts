import { expect, test } from 'vitest';
import { pagePolicy, providerPolicy } from './page-policy.ts';

const formAction = (leavesTo?: string) => /form-action ([^;]*)/.exec(pagePolicy(leavesTo))?.[1];

test.each([
  [undefined, "'self'"],
  ['not an address', "'self'"],
  ['https://app.example.com/callback', "'self' https:"],
  ['http://localhost:3000/callback', "'self' https: http://localhost:*"],
  ['http://127.0.0.1/callback', "'self' https: http://127.0.0.1:*"],
  ['http://[::1]:8080/', "'self' https: http:"],
  ['com.example.app:/callback', "'self' https: com.example.app:"],
])('forms of a page that leaves to %s', (leavesTo, expected) => {
  expect(formAction(leavesTo)).toBe(expected);
});

test('an address cannot smuggle a directive in', () => {
  const policy = pagePolicy("https://a.example/;script-src 'unsafe-inline'");
  expect(policy).not.toContain('unsafe-inline');
  expect(policy.split('; ')).toHaveLength(7);
});

test.each(["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"])('%s', (directive) => {
  expect(pagePolicy().split('; ')).toContain(directive);
  expect(providerPolicy.split('; ')).toContain(directive);
});

test('the provider posts forms to applications', () => {
  expect(providerPolicy).not.toContain('form-action');
  expect(providerPolicy).toContain('script-src ');
});
