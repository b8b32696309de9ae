import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { measureBody } from './measure-body.ts';

const drain = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
};

describe('measureBody', () => {
  it('passes the bytes on, counts and hashes them', async () => {
    const measured = measureBody(Readable.from([Buffer.from('ab'), new Uint8Array([99]), 'd']), { size: 4 });
    expect((await drain(measured.chunks)).toString()).toBe('abcd');
    expect(measured.total()).toEqual({ size: 4, sha256: createHash('sha256').update('abcd').digest('hex') });
  });

  it('refuses what is no bytes', async () => {
    await expect(drain(measureBody(Readable.from([{}]), {}).chunks)).rejects.toThrow('must consist of bytes');
  });

  it.each([-1, 1.5, Number.NaN])('refuses the announced size %d', (size) => {
    expect(() => measureBody(Readable.from([]), { size })).toThrow('must be a whole number from 0');
  });

  it('leaves at once when it is aborted, although the body is silent', async () => {
    const stop = new AbortController();
    const body = new Readable({ read() {} });
    body.push('first');
    const { chunks } = measureBody(body, { signal: stop.signal });
    expect(String((await chunks.next()).value)).toBe('first');
    const waiting = chunks.next();
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(body.destroyed).toBe(false);
    // Its owner ends it later, even with an error: nobody is left to be hurt.
    body.destroy(new Error('late'));
    await new Promise((resolve) => body.once('close', resolve));
  });

  it('leaves the body open when the reader leaves early', async () => {
    const body = Readable.from([Buffer.from('a'), Buffer.from('b'), Buffer.from('c')]);
    for await (const _ of measureBody(body, {}).chunks) break;
    expect(body.destroyed).toBe(false);
  });

  it('ends an iterable that is no stream when the reader leaves early', async () => {
    let ended = false;
    const body = async function* () {
      try {
        yield Buffer.from('a');
        yield Buffer.from('b');
      } finally {
        ended = true;
      }
    };
    for await (const _ of measureBody(body(), {}).chunks) break;
    expect(ended).toBe(true);
  });
});
