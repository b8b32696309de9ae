import { expect, test } from 'vitest';
import type { PolicyName } from './judge-policies.ts';
import { policyPage } from './policy-page.ts';

const publicUrl = 'https://portolan.example.com';
const serviceId = '0f0e0d0c-0b0a-4908-8706-050403020100';
const returnUrl = 'https://app.example.com/a?b=1&c=ä';
const back = 'returnUrl=https%3A%2F%2Fapp.example.com%2Fa%3Fb%3D1%26c%3D%C3%A4';

test.each<[PolicyName, string | undefined, string | undefined, string]>([
  ['platformTerms', undefined, undefined, '/identity/terms'],
  ['platformTerms', serviceId, returnUrl, `/identity/terms?serviceId=${serviceId}&${back}`],
  ['serviceTerms', serviceId, undefined, `/identity/terms?serviceId=${serviceId}`],
  ['subscription', serviceId, returnUrl, `/catalog/${serviceId}?${back}`],
  ['passwordAge', serviceId, returnUrl, `/identity/password?${back}`],
  ['passwordAge', undefined, undefined, '/identity/password'],
])('%s of %s', (policy, service, url, expected) => {
  expect(policyPage({ publicUrl, policy, serviceId: service, returnUrl: url })).toBe(publicUrl + expected);
});
