import { describe, expect, test } from 'vitest';
import { createResponseReader } from './response-reader.ts';

const read = (text: string, pieceLength: number): string[] => {
  const seen: string[] = [];
  const reader = createResponseReader((status, bytes) => seen.push(`${status}:${bytes}`));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceLength) reader(bytes.subarray(at, at + pieceLength));
  return seen;
};

const plain = 'HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{"a":"\r\n"}!';
const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab\r\nc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n';
const empty = 'HTTP/1.1 204 No Content\r\nx: y\r\n\r\n';
const none = 'HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n';

describe('responses are counted however their bytes are cut', () => {
  test.each([1, 2, 3, 7, 64, 10_000])('pieces of %d bytes', (pieceLength) => {
    expect(read(plain + chunked + empty + none + plain, pieceLength)).toEqual([
      '200:11',
      '200:15',
      '204:0',
      '500:0',
      '200:11',
    ]);
  });

  test('a response without its last byte is not counted', () => {
    expect(read(plain.slice(0, -1), 10_000)).toEqual([]);
    expect(read(chunked.slice(0, -1), 10_000)).toEqual([]);
  });
});

test.each([
  ['what is not HTTP', 'hello\r\n\r\n', 'not HTTP/1.1'],
  ['an answer that ends with the connection', 'HTTP/1.1 200 OK\r\n\r\n', 'how long'],
  ['a chunk without size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'no size'],
  ['an endless head', `HTTP/1.1 200 OK\r\n${'x'.repeat(70_000)}`, 'too large'],
])('%s is refused', (_, text, message) => {
  expect(() => read(text, 100_000)).toThrow(message);
});
