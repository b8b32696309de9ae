import { describe, expect, test } from 'vitest';
import { pathParameters, routerPattern } from './router-pattern.ts';

describe('router pattern', () => {
  test.each([
    ['/my/profile', '/my/profile', []],
    [
      '/this/services/{serviceId}/subscribers/{userId}',
      '/this/services/:serviceId/subscribers/:userId',
      ['serviceId', 'userId'],
    ],
    ['/this/user/resolve({email})', '/this/user/resolve(:email(^[^()]+))', ['email']],
    ['/my/policies/{serviceId}/validate()', '/my/policies/:serviceId/validate()', ['serviceId']],
    ['/storages/files/{path*}', '/storages/files/*', ['path']],
  ])('%s', (path, pattern, names) => {
    expect(routerPattern(path)).toBe(pattern);
    expect(pathParameters(path)).toEqual(names);
  });
});
