import { describe, expect, test } from 'vitest';
import { readBearerToken } from './read-bearer-token.ts';
import { readSubscriptionKey } from './read-subscription-key.ts';

describe('a bearer token', () => {
  test.each([
    ['Bearer abc.def-_~+/=', 'abc.def-_~+/='],
    ['bearer abc', 'abc'],
    ['BEARER   abc ', 'abc'],
    [undefined, undefined],
    ['', undefined],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Bearer a,b', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    ['xBearer abc', undefined],
  ])('in %j is %j', (header, token) => {
    expect(readBearerToken(header)).toBe(token);
  });
});

describe('a subscription key', () => {
  const header = (value: string | string[]) => ({ 'ocp-apim-subscription-key': value });
  test.each([
    ['in the header', header('h'), {}, 'h'],
    ['in the query', {}, { 'subscription-key': 'q' }, 'q'],
    ['in the query, in any case', {}, { 'Subscription-Key': 'q' }, 'q'],
    ['in both: the header counts', header('h'), { 'subscription-key': 'q' }, 'h'],
    ['in the query beside an empty header', header(''), { 'subscription-key': 'q' }, 'q'],
    ['twice the same in the query', {}, { 'subscription-key': ['q', 'q'], 'SUBSCRIPTION-KEY': 'q' }, 'q'],
    ['two different ones in the query', {}, { 'subscription-key': ['q', 'r'] }, undefined],
    ['two different ones in the header', header(['h', 'i']), {}, undefined],
    ['empty everywhere', header(''), { 'subscription-key': '' }, undefined],
    ['nowhere', {}, { subscription_key: 'q' }, undefined],
    ['without a query', {}, undefined, undefined],
    ['not as text', {}, { 'subscription-key': { a: 'q' } }, undefined],
  ])('%s', (_, headers, query, key) => {
    expect(readSubscriptionKey({ headers: headers as never, query })).toBe(key);
  });
});
