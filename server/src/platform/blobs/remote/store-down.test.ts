import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import type { BlobStore } from '../blob-store.ts';
import { openBlobStore } from '../open-blob-store.ts';
import type { ObjectStoreLimits } from './object-store-limits.ts';

const locations = {
  S3: (port: number) => `s3://id:key@bucket?pathStyle=true&endpoint=http://127.0.0.1:${port}`,
  'Azure Blob': (port: number) => `azblob://:a2V5@account/container?endpoint=http://127.0.0.1:${port}/account`,
};

const body = (size: number) => Readable.from([Buffer.alloc(size)]);
const calls: Record<string, (store: BlobStore) => Promise<unknown>> = {
  'put of a small blob': (store) => store.put(newBlobKey(), body(10)),
  'put of a large blob': (store) => store.put(newBlobKey(), body(20_000_000)),
  get: (store) => store.get(newBlobKey()),
  head: (store) => store.head(newBlobKey()),
  delete: (store) => store.delete(newBlobKey()),
  list: async (store) => {
    for await (const _ of store.list()) break;
  },
  check: (store) => store.check(),
};

const eachCall = Object.keys(locations).flatMap((name) =>
  Object.keys(calls).map((call) => ({ name: name as keyof typeof locations, call })),
);

/** Takes connections and never says a word, as a store does that hangs. */
const startSilentServer = async (): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
};

/** Something between us and the store that knows neither it nor us, as a wrongly set up proxy does. */
const startForeignServer = async (): Promise<number> => {
  const server = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(404, { 'content-type': 'text/html' }).end('<html>No such page</html>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
};

const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const failsWithin = async (ms: number, act: Promise<unknown>, code: string) => {
  const began = performance.now();
  await expect(act).rejects.toMatchObject({ kind: 'dependencyFailed', code });
  expect(performance.now() - began).toBeLessThan(ms);
};

describe('a store that nobody answers for', () => {
  it.concurrent.each(eachCall)('$name, $call: unreachable within the usual limits', async ({ name, call }) => {
    const store = await openBlobStore(locations[name](await closedPort()), { env: {} });
    await failsWithin(4_000, calls[call]?.(store) ?? Promise.resolve(), 'blobStore.unreachable');
    await store.close();
  });

  it.each(eachCall)('$name, $call: timed out when the store is silent', async ({ name, call }) => {
    const limits: Partial<ObjectStoreLimits> = { callMs: 100, partMs: 100, checkMs: 100 };
    const store = await openBlobStore(locations[name](await startSilentServer()), { env: {}, limits });
    await failsWithin(2_000, calls[call]?.(store) ?? Promise.resolve(), 'blobStore.timeout');
    await store.close();
  });

  it.each(['S3', 'Azure Blob'] as const)('%s: a 404 of somebody else is no missing blob', async (name) => {
    const store = await openBlobStore(locations[name](await startForeignServer()), { env: {} });
    await expect(store.get(newBlobKey())).rejects.toMatchObject({ kind: 'dependencyFailed', code: 'blobStore.failed' });
    await expect(store.check()).rejects.toMatchObject({ kind: 'dependencyFailed', code: 'blobStore.missing' });
  });
});
