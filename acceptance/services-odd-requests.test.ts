import { expect, inject, test } from 'vitest';
import { HttpConnection } from './support/http-connection.ts';

const port = Number(new URL(inject('portolanUrl')).port);

test.each<[string, Record<string, string>, string, number]>([
  ['an expectation that nobody knows', { expect: 'the best' }, '/services/v3/my/profile', 401],
  ['a NUL in a header', { 'x-supportCode': 'a\0b' }, '/services/v3/my/profile', 400],
  ['a path that cannot be decoded', {}, '/services/v3/my/messages/%zz', 400],
  ['a header that is too large', { 'x-large': 'x'.repeat(40_000) }, '/services/v3/my/profile', 431],
  ['bytes that are no ASCII in the support code', { 'x-supportCode': '\u00ff\u00fe' }, '/services/v3/my/profile', 401],
])('every response carries x-supportCode: %s', async (_, headers, path, status) => {
  const connection = new HttpConnection(port);
  try {
    const answer = await connection.send({ method: 'GET', path, headers, body: undefined });
    expect([answer.status, answer.headers.get('x-supportcode')]).toEqual([
      status,
      expect.stringMatching(/^[\x20-\x7e]+$/),
    ]);
  } finally {
    connection.close();
  }
});
