import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { objectStoreLimits } from './object-store-limits.ts';
import { type PartSink, uploadInParts } from './upload-in-parts.ts';

const limits = { ...objectStoreLimits, partSize: 4, parallelParts: 2 };
const key = `blobs/${'0'.repeat(32)}`;

/** Records the order of calls; a part is finished by the test. */
const recordingSink = () => {
  const calls: string[] = [];
  const parts: { resolve: () => void; reject: (error: unknown) => void }[] = [];
  const sink: PartSink = {
    whole: async (bytes) => {
      calls.push(`whole ${bytes}`);
      return 'etag';
    },
    begin: async () => void calls.push('begin'),
    part: (number, bytes, signal) => {
      calls.push(`part ${number} ${bytes}`);
      return new Promise((resolve, reject) => {
        parts.push({ resolve, reject });
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
    commit: async () => {
      calls.push('commit');
      return 'etag';
    },
    discard: async () => void calls.push('discard'),
  };
  return { sink, calls, parts };
};

const turns = async (until: () => boolean) => {
  while (!until()) await new Promise((resolve) => setImmediate(resolve));
};

describe('uploadInParts', () => {
  it('sends what fits in one step', async () => {
    const { sink, calls } = recordingSink();
    await expect(uploadInParts(key, Readable.from(['abcd']), {}, sink, limits)).resolves.toMatchObject({ size: 4 });
    expect(calls).toEqual(['whole abcd']);
  });

  it('keeps no more parts on their way than allowed, and commits when all have arrived', async () => {
    const { sink, calls, parts } = recordingSink();
    const uploading = uploadInParts(key, Readable.from(['abcdefghijklmn']), {}, sink, limits);
    await turns(() => parts.length === 2);
    await turns(() => true);
    expect(calls).toEqual(['begin', 'part 1 abcd', 'part 2 efgh']);
    parts[1]?.resolve();
    await turns(() => parts.length === 3);
    parts[2]?.resolve();
    await turns(() => parts.length === 4);
    expect(calls).toEqual(['begin', 'part 1 abcd', 'part 2 efgh', 'part 3 ijkl', 'part 4 mn']);
    parts[3]?.resolve();
    parts[0]?.resolve();
    await expect(uploading).resolves.toMatchObject({ size: 14, etag: 'etag' });
    expect(calls.at(-1)).toBe('commit');
  });

  it('stops a silent body when a part fails, and discards', async () => {
    const { sink, calls, parts } = recordingSink();
    const body = new Readable({ read() {} });
    body.push('abcdefg');
    const uploading = uploadInParts(key, body, {}, sink, limits);
    await turns(() => parts.length === 1);
    parts[0]?.reject(new Error('the part failed'));
    await expect(uploading).rejects.toThrow('the part failed');
    expect(calls).toEqual(['begin', 'part 1 abcd', 'discard']);
    expect(body.destroyed).toBe(false);
  });

  it('discards what was sent when the caller stops, and never commits', async () => {
    const { sink, calls, parts } = recordingSink();
    const stop = new AbortController();
    const uploading = uploadInParts(key, Readable.from(['abcdefgh']), { signal: stop.signal }, sink, limits);
    await turns(() => parts.length === 2);
    stop.abort(new Error('mine'));
    await expect(uploading).rejects.toThrow('mine');
    expect(calls).toEqual(['begin', 'part 1 abcd', 'part 2 efgh', 'discard']);
  });

  it('discards when the commit fails', async () => {
    const { sink, calls, parts } = recordingSink();
    const failing = { ...sink, commit: () => Promise.reject(new Error('no commit')) };
    const uploading = uploadInParts(key, Readable.from(['abcdefgh']), {}, failing, limits);
    await turns(() => parts.length === 2);
    for (const part of parts) part.resolve();
    await expect(uploading).rejects.toThrow('no commit');
    expect(calls.at(-1)).toBe('discard');
  });

  it('refuses a body with more parts than a store takes', async () => {
    const { sink, calls } = recordingSink();
    const instant = { ...sink, part: async () => {} };
    const body = Readable.from(Array.from({ length: 10_001 }, () => 'abcd'));
    await expect(uploadInParts(key, body, {}, instant, limits)).rejects.toMatchObject({ code: 'blob.tooLarge' });
    expect(calls).toEqual(['begin', 'discard']);
  });
});
