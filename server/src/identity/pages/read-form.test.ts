import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

test.each([
  ['', {}],
  ['email=a%40b.c&password=x+y%26', { email: 'a@b.c', password: 'x y&' }],
  ['code=', { code: '' }],
  ['__proto__=x', { ['__proto__']: 'x' }],
])('"%s"', (text, fields) => {
  expect(Object.entries(readForm(text))).toEqual(Object.entries(fields));
});

test.each(['email=a&email=b', 'email=a%00b'])('"%s" is refused', (text) => {
  expect(() => readForm(text)).toThrow();
});

test('names that every object has are not there unless they were sent', () => {
  expect(readForm('a=1').constructor).toBeUndefined();
});
