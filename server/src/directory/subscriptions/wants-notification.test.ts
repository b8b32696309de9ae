import { expect, test } from 'vitest';
import { wantsNotification } from './wants-notification.ts';

test.each([
  ['send', undefined, true],
  ['send', null, true],
  ['send', 'none', true],
  ['send', 'send', true],
  ['send', 'suppress', false],
  ['suppress', undefined, false],
  ['suppress', null, false],
  ['suppress', 'none', false],
  ['suppress', 'send', true],
  ['suppress', 'suppress', false],
] as const)('the service says %s, the caller %s: %s', (setting, override, wanted) => {
  expect(wantsNotification(setting, override)).toBe(wanted);
});
