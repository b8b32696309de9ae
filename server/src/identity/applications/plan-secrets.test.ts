import { expect, test } from 'vitest';
import type { ClientType } from '../provider/registration.ts';
import type { SecretOption } from './application-settings.ts';
import { planSecrets } from './plan-secrets.ts';

test.each<[ClientType, SecretOption | undefined, number, boolean, number]>([
  ['Confidential', undefined, 0, true, 0],
  ['Confidential', undefined, 1, false, 1],
  ['ClientCredential', undefined, 0, true, 0],
  ['ClientCredential', 'onlyIfEmpty', 0, true, 0],
  ['ClientCredential', 'onlyIfEmpty', 3, false, 3],
  ['Confidential', 'none', 0, false, 0],
  ['Confidential', 'none', 2, false, 2],
  ['Confidential', 'rollover', 0, true, 0],
  ['Confidential', 'rollover', 1, true, 1],
  ['Confidential', 'rollover', 2, true, 1],
  ['Confidential', 'rollover', 5, true, 1],
  ['Spa', undefined, 0, false, 0],
  ['Native', 'none', 0, false, 0],
  ['None', undefined, 0, false, 0],
  ['Public', undefined, 2, false, 0],
])('%s with %s and %i secrets: issues %s, keeps %i', (clientType, option, live, issues, keeps) => {
  const plan = planSecrets(clientType, option, live);
  expect(plan).toMatchObject({ issues, keeps });
  expect(plan.effects.length > 0).toBe(issues || keeps < live);
});
