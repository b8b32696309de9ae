import { describe, expect, test } from 'vitest';
import { coerceParameters } from './coerce-parameters.ts';
import { nextPageLink, pagingQuery } from './paging.ts';

describe('parameters (contract B6)', () => {
  const read = coerceParameters(pagingQuery, 'query');
  test.each([
    [
      { page: '0', pageSize: '1' },
      { page: 0, pageSize: 1 },
    ],
    [
      { Page: '7', PAGESIZE: '10000' },
      { page: 7, pageSize: 10_000 },
    ],
  ])('%j', (raw, value) => {
    expect(read(raw)).toEqual({ value });
  });
  test.each([
    [{ page: '-1', pageSize: '1' }, '/page'],
    [{ page: '0', pageSize: '0' }, '/pageSize'],
    [{ page: '0', pageSize: '10001' }, '/pageSize'],
    [{ page: '1.5', pageSize: '1' }, '/page'],
    [{ page: '2147483648', pageSize: '1' }, '/page'],
    [{ pageSize: '1' }, '/page'],
    [{ page: '0' }, '/pageSize'],
  ])('%j is refused', (raw, path) => {
    expect(read(raw).error?.details[0]?.path).toBe(path);
  });
});

test.each([
  ['/a/b?page=0&pageSize=50', 0, '<?page=1&pageSize=50>; rel="next"'],
  ['/a?pageSize=50&PAGE=3&filter=x%20y', 3, '<?page=4&pageSize=50&filter=x%20y>; rel="next"'],
  ['/a?p%61ge=3&pageSize=5', 3, '<?page=4&pageSize=5>; rel="next"'],
  ['/a?page=0&subscription-key=secret&Subscription-Key=secret&pageSize=5', 0, '<?page=1&pageSize=5>; rel="next"'],
  ['/a?page=0&x=>;%0d%0a<"é', 0, '<?page=1&x=%3E;%0d%0a%3C%22%C3%A9>; rel="next"'],
  ['/a?page=0&%=%', 0, '<?page=1&%=%>; rel="next"'],
])('the link after %s', (url, page, link) => {
  expect(nextPageLink(url, page)).toBe(link);
});

test('an absolute link', () => {
  const link = nextPageLink('/services/v3/this/subscribers?page=0&pageSize=5', 0, 'https://portal.example.test/base/');
  expect(link).toBe('<https://portal.example.test/base/services/v3/this/subscribers?page=1&pageSize=5>; rel="next"');
});
