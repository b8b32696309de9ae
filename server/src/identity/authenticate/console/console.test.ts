import { describe, expect, test } from 'vitest';
import { createConsoleCookie } from './console-cookie.ts';
import { isFromConsole } from './is-from-console.ts';
import { readReturnPath } from './read-return-path.ts';

describe('the cookie', () => {
  test('with https is bound to the host', () => {
    const cookie = createConsoleCookie('https://portolan.example.com', 'console', 'Strict');
    expect(cookie.write('value', 60)).toBe(
      '__Host-portolan_console=value; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure',
    );
    expect(cookie.remove()).toBe('__Host-portolan_console=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure');
  });

  test.each([
    ['portolan_console=a', 'a'],
    ['other=1; portolan_console=a=b; more=2', 'a=b'],
    ['portolan_console=', undefined],
    ['portolan_console=a; portolan_console=b', undefined],
    ['xportolan_console=a', undefined],
    ['__Host-portolan_console=a', undefined],
    [undefined, undefined],
  ])('in %j is %j', (header, value) => {
    expect(createConsoleCookie('http://localhost:4000', 'console', 'Strict').read(header)).toBe(value);
  });
});

describe('a request with the cookie', () => {
  const own = { origin: 'https://p.example' };
  test.each([
    ['a read', 'GET', {}, true],
    ['a read of a page of ours', 'GET', { 'sec-fetch-site': 'same-origin' }, true],
    ['a read typed into the address bar', 'GET', { 'sec-fetch-site': 'none' }, true],
    ['a read from another site', 'GET', { 'sec-fetch-site': 'cross-site' }, false],
    ['a change by the console', 'POST', own, true],
    ['a change by the console in a modern browser', 'DELETE', { ...own, 'sec-fetch-site': 'same-origin' }, true],
    ['a change by a program that was given the cookie', 'POST', {}, true],
    ['a change of a browser that hides its origin', 'POST', { 'sec-fetch-site': 'same-origin' }, false],
    ['a change with an empty origin', 'POST', { origin: '' }, false],
    ['a change from another origin', 'PUT', { ...own, origin: 'https://evil.example' }, false],
    ['a change from nowhere', 'PATCH', { ...own, origin: 'null' }, false],
    ['a change from a neighbour', 'POST', { ...own, 'sec-fetch-site': 'same-site' }, false],
  ])('%s: %s', (_, method, headers, expected) => {
    expect(isFromConsole(method, headers, 'https://p.example')).toBe(expected);
  });
});

describe('where to go after the sign-in', () => {
  test.each([
    [undefined, '/'],
    ['/', '/'],
    ['/projects/1?tab=tokens#new', '/projects/1?tab=tokens#new'],
    ['', '/'],
    ['projects', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/a\\b', '/'],
    ['/.//evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['/\tevil', '/'],
    ['/a b', '/'],
    ['/ünsafe', '/'],
    ['/auth/login', '/'],
    ['/AUTH/logout', '/'],
    ['/author', '/author'],
    [`/${'x'.repeat(3_000)}`, '/'],
    ['javascript:alert(1)', '/'],
  ])('%j gives %j', (text, path) => {
    expect(readReturnPath(text)).toBe(path);
  });
});
