import { expect, test } from 'vitest';
import { type JsonValue, type Outcome, unwrapResult } from './index.ts';

test.for<[JsonValue, Outcome]>([
  [null, { matched: false, value: null }],
  [[], { matched: false, value: null }],
  [['a'], { matched: true, value: 'a' }],
  [[['a']], { matched: true, value: ['a'] }],
  [[[]], { matched: true, value: [] }],
  [[null], { matched: true, value: null }],
  [['a', 'b'], { matched: true, value: ['a', 'b'] }],
  ['a', { matched: true, value: 'a' }],
  ['', { matched: true, value: '' }],
  [0, { matched: true, value: 0 }],
  [false, { matched: true, value: false }],
  [{}, { matched: true, value: {} }],
  [{ a: [1] }, { matched: true, value: { a: [1] } }],
])('%j unwraps to %j (contract A5, A6)', ([result, outcome]) => {
  expect(unwrapResult(result)).toStrictEqual(outcome);
});
