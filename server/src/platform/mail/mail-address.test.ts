import { expect, test } from 'vitest';
import { isMailAddress, readMailAddress } from './mail-address.ts';

test.each([
  'a@b.example',
  'first.last+tag@mail.example.com',
  "o'brien@example.ie",
  'admin@localhost',
  'grüße@bücher.example',
  '用户@例子.测试',
  'x@xn--bcher-kva.example',
  `${'a'.repeat(64)}@example.com`,
])('%s is an address', (address) => {
  expect(isMailAddress(address)).toBe(true);
});

test.each([
  '',
  '@',
  'nobody',
  'a@',
  '@b.example',
  'a b@example.com',
  'a@b..example',
  'a@-b.example',
  'a@b-.example',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  '"a b"@example.com',
  'a@[127.0.0.1]',
  'a@b@example.com',
  'a@example.com,b@example.com',
  'a@example.com;b@example.com',
  'A <a@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  'a\n@example.com',
  'a\u0000@example.com',
  'a@exam\u2028ple.com',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b.'.repeat(130)}example`,
  `a@${'b'.repeat(64)}.example`,
])('%j is no address', (address) => {
  expect(isMailAddress(address)).toBe(false);
  expect(() => readMailAddress(address)).toThrow(expect.objectContaining({ code: 'mail.address-invalid' }));
});

test('a name of any language stays with its address', () => {
  expect(readMailAddress({ name: 'Ünïcode, "Quoted" 名前', address: 'a@b.example' })).toEqual({
    name: 'Ünïcode, "Quoted" 名前',
    address: 'a@b.example',
  });
  expect(readMailAddress({ name: '', address: 'a@b.example' })).toEqual({ address: 'a@b.example' });
});

test.each(['Eve\r\nBcc: b@example.com', 'Eve\nX: y', 'Eve\u0085', 'Eve\u2029', 'x'.repeat(201)])(
  'the name %j is refused',
  (name) => {
    expect(() => readMailAddress({ name, address: 'a@b.example' })).toThrow(
      expect.objectContaining({ code: 'mail.name-invalid' }),
    );
  },
);
