import { expect, test } from 'vitest';
import { judgePolicies, type PolicyFacts, type PolicyName } from './judge-policies.ts';

const now = new Date('2026-06-15T12:00:00Z');
const fine: PolicyFacts = {
  platformTermsMissing: false,
  serviceTermsMissing: false,
  isSubscribed: true,
  password: { changedAt: new Date('2026-06-01T12:00:00Z'), mustChange: false },
  passwordPolicies: [{ enforced: true, unit: 'days', interval: 30 }],
  now,
};
const old = { changedAt: new Date('2026-05-01T12:00:00Z'), mustChange: false };

test.each<[string, Partial<PolicyFacts>, PolicyName[]]>([
  ['nothing is wrong', {}, []],
  ['terms of the platform', { platformTermsMissing: true }, ['platformTerms']],
  ['no subscription', { isSubscribed: false }, ['subscription']],
  ['no subscription asked for', { isSubscribed: undefined }, []],
  ['terms of the service', { serviceTermsMissing: true }, ['serviceTerms']],
  ['an old password', { password: old }, ['passwordAge']],
  ['a password of somebody else', { password: { changedAt: now, mustChange: true } }, ['passwordAge']],
  ['an old password that nobody minds', { password: old, passwordPolicies: [] }, []],
  [
    'a policy that is not enforced',
    { password: old, passwordPolicies: [{ enforced: false, unit: 'days', interval: 30 }] },
    [],
  ],
  [
    'the strictest policy counts',
    {
      password: old,
      passwordPolicies: [
        { enforced: true, unit: 'years', interval: 1 },
        { enforced: true, unit: 'months', interval: 1 },
      ],
    },
    ['passwordAge'],
  ],
  ['no password here', { password: undefined }, []],
  [
    'everything at once, in order',
    { platformTermsMissing: true, serviceTermsMissing: true, isSubscribed: false, password: old },
    ['platformTerms', 'subscription', 'serviceTerms', 'passwordAge'],
  ],
])('%s', (_, changes, expected) => {
  expect(judgePolicies({ ...fine, ...changes })).toEqual(expected);
});
