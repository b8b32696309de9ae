import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { GetOptions } from '../blob-store.ts';
import { checkDownload, rangeHeader } from './check-download.ts';

const properties = { key: 'k', etag: 'e', modifiedAt: new Date(0) };
const answer = (contentLength: number | undefined, contentRange?: string) => ({
  properties,
  source: Readable.from([Buffer.from('0123456789')]),
  contentLength,
  contentRange,
});

const refused: readonly [string, ReturnType<typeof answer>, GetOptions, string][] = [
  ['no length at all', answer(undefined), {}, 'blobStore.failed'],
  ['a range without a size', answer(2, 'bytes 1-2/*'), { start: 1, end: 2 }, 'blobStore.failed'],
  ['everything where a part was asked for', answer(10), { start: 1 }, 'blobStore.failed'],
  ['another range', answer(2, 'bytes 2-3/10'), { start: 1, end: 2 }, 'blobStore.failed'],
  ['another length than its range', answer(3, 'bytes 1-2/10'), { start: 1, end: 2 }, 'blobStore.failed'],
  ['a part where everything was asked for', answer(2, 'bytes 0-1/10'), {}, 'blobStore.failed'],
  ['an odd range of an empty blob', answer(0, 'bytes 0--1/0'), { start: 0, end: 0 }, 'blob.rangeNotSatisfiable'],
  ['a blob of another size', answer(10), { size: 11 }, 'blob.damaged'],
  ['a part of a blob of another size', answer(1, 'bytes 0-0/10'), { size: 11, end: 0 }, 'blob.damaged'],
];

describe('checkDownload', () => {
  it.each(refused)('refuses %s and lets the connection go', (_, download, options, code) => {
    expect(() => checkDownload(download, options, 1_000)).toThrow(expect.objectContaining({ code }));
    expect(download.source.destroyed).toBe(true);
  });

  it('passes on what was asked for', async () => {
    const content = checkDownload(answer(10, 'bytes 5-14/20'), { start: 5, end: 14, size: 20 }, 1_000);
    expect(content).toMatchObject({ ...properties, size: 20, start: 5, length: 10 });
    expect(String(await buffer(content.body))).toBe('0123456789');
  });
});

describe('rangeHeader', () => {
  it.each([
    [{}, undefined],
    [{ start: 0 }, undefined],
    [{ start: 5 }, 'bytes=5-'],
    [{ end: 5 }, 'bytes=0-5'],
    [{ start: 5, end: 5 }, 'bytes=5-5'],
  ])('%o', (options, header) => {
    expect(rangeHeader(options)).toBe(header);
  });
});
