import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { decodeText, readBytes } from './read-body.ts';

const request = (bodyLimit: number, headers: Record<string, string> = {}) =>
  ({ routeOptions: { bodyLimit }, headers }) as unknown as FastifyRequest;

test('a body of several pieces', async () => {
  const stream = new PassThrough();
  const bytes = readBytes(request(10), stream);
  stream.write('abc');
  stream.end('def');
  expect((await bytes).toString()).toBe('abcdef');
});

test('a connection that is cut', async () => {
  for (const error of [undefined, new Error('reset')]) {
    const stream = new PassThrough();
    const bytes = readBytes(request(10), stream);
    stream.write('abc');
    stream.destroy(error);
    await expect(bytes).rejects.toMatchObject({ kind: 'timeout', code: 'body.cut' });
  }
});

test('a length that is not what was announced', async () => {
  const stream = new PassThrough();
  stream.end('abc');
  await expect(readBytes(request(10, { 'content-length': '4' }), stream)).rejects.toMatchObject({
    code: 'body.length',
  });
});

test('a limit is held while reading', async () => {
  const stream = new PassThrough();
  stream.end('abcdef');
  await expect(readBytes(request(5), stream)).rejects.toMatchObject({ kind: 'tooLarge', code: 'body.too-large' });
});

test('a character that is split over pieces', async () => {
  const stream = new PassThrough();
  const bytes = readBytes(request(10), stream);
  const [first = 0, ...others] = Buffer.from('😀');
  stream.write(Buffer.from([first]));
  stream.end(Buffer.from(others));
  expect(decodeText(await bytes, {})).toBe('😀');
});
