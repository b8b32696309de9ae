import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AppliedResource } from '../run/run-template.ts';
import { RuntimeTexts } from './runtime-texts.ts';

const [made, kept] = [randomUUID(), randomUUID()];
const secret = `ptl_cs_${'a'.repeat(46)}`;
const subscriptionKey = '0123456789abcdef0123456789abcdef';

const applied = (action: string, id: string, secrets: readonly string[]) =>
  ({ action, resource: { id }, type: { secretsIn: () => secrets } }) as unknown as AppliedResource;
const texts = new RuntimeTexts([applied('create', made, [secret]), applied('noChange', kept, [subscriptionKey])]);

test.each<[unknown, boolean]>([
  [made, true],
  [`x${made}y`, true],
  [{ a: [{ b: made }] }, true],
  [secret, true],
  [`ab${secret}`, true],
  [`ab${subscriptionKey}cd`, true],
  [kept, false],
  ['x'.repeat(40), false],
  [[null, 1, true, ''], false],
])('%j: %s', (value, expected) => expect(texts.areIn(value)).toBe(expected));
