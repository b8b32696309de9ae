import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkedBody } from './checked-body.ts';

const download = async (send: (response: ServerResponse) => void) => {
  const server = createServer((_, response) => send(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  return { answer, close: () => server.close().closeAllConnections() };
};

describe('checkedBody', () => {
  it('passes the whole through', async () => {
    const { answer, close } = await download((response) => response.end(Buffer.alloc(300_000, 7)));
    expect((await buffer(checkedBody(answer, 300_000, 5_000))).equals(Buffer.alloc(300_000, 7))).toBe(true);
    close();
  });

  it('makes an error of a connection that is cut', async () => {
    const { answer, close } = await download((response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write(Buffer.alloc(400), () => response.destroy());
    });
    await expect(buffer(checkedBody(answer, 1_000, 5_000))).rejects.toMatchObject({
      kind: 'dependencyFailed',
      code: 'blob.cut',
      message: 'The blob store broke off after 400 of 1000 bytes.',
    });
    close();
  });

  it.each([
    ['ends early', 999],
    ['gives more', 1_001],
  ])('makes an error of a source that %s', async (_, size) => {
    const body = checkedBody(Readable.from([Buffer.alloc(size)]), 1_000, 5_000);
    await expect(buffer(body)).rejects.toMatchObject({ code: 'blob.cut' });
  });

  it('makes an error of a source that closes without a word', async () => {
    const source = new Readable({ read() {} });
    const reading = buffer(checkedBody(source, 1_000, 5_000));
    source.destroy();
    await expect(reading).rejects.toMatchObject({ code: 'blob.cut' });
  });

  it('gives up a source that is silent while the reader waits', async () => {
    const source = new Readable({ read() {} });
    source.push(Buffer.alloc(10));
    await expect(buffer(checkedBody(source, 1_000, 20))).rejects.toMatchObject({ code: 'blobStore.timeout' });
    expect(source.destroyed).toBe(true);
  });

  it('holds the source back, and does not take a slow reader for a silent source', async () => {
    let given = 0;
    const source = new Readable({
      highWaterMark: 1_000,
      read() {
        given += 1_000;
        this.push(given <= 1_000_000 ? Buffer.alloc(1_000) : null);
      },
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const body = checkedBody(source, 1_000_000, 5_000);
    const first = await once(
      body.on('readable', () => {}),
      'readable',
    ).then(() => body.read(1_000) as Buffer);
    // Far longer than the stall limit, in which nothing is wanted.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(given).toBeLessThan(300_000);
    body.removeAllListeners('readable');
    expect(first.length + (await buffer(body)).length).toBe(1_000_000);
  });

  it('lets the source go when its reader leaves', async () => {
    const { answer, close } = await download((response) => {
      response.writeHead(200, { 'content-length': 1_000_000 });
      response.write(Buffer.alloc(1_000));
    });
    for await (const _ of checkedBody(answer, 1_000_000, 5_000)) break;
    expect(answer.destroyed).toBe(true);
    close();
  });
});
