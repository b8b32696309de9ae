import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBlobKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';
import { describeBlobStore } from './blob-store-contract.ts';
import { openBlobStore } from './open-blob-store.ts';
import { type CuttingProxy, startCuttingProxy } from './remote/cutting-proxy.ts';
import {
  azureAccount,
  azureKey,
  type Emulator,
  s3Bucket,
  startAzureEmulator,
  startS3Emulator,
} from './remote/emulators.ts';
import type { ObjectStoreLimits } from './remote/object-store-limits.ts';

const azureContainer = 'portolan-test';
const endpointOf = (port: number) => encodeURIComponent(`http://127.0.0.1:${port}/${azureAccount}`);

interface Store {
  readonly name: string;
  readonly start: () => Promise<Emulator>;
  readonly location: (port: number, place?: { container?: string; prefix?: string; key?: string }) => string;
}

const stores: readonly Store[] = [
  {
    name: 'S3',
    start: startS3Emulator,
    location: (port, { container = s3Bucket, prefix = '' } = {}) =>
      `s3://id:key@${container}/${prefix}?pathStyle=true&endpoint=http://127.0.0.1:${port}`,
  },
  {
    name: 'Azure Blob',
    start: async () => {
      const emulator = await startAzureEmulator();
      const credential = new StorageSharedKeyCredential(azureAccount, azureKey);
      const service = new BlobServiceClient(`http://127.0.0.1:${emulator.port}/${azureAccount}`, credential);
      await service.getContainerClient(azureContainer).create();
      return emulator;
    },
    location: (port, { container = azureContainer, prefix = '', key = azureKey } = {}) =>
      `azblob://:${encodeURIComponent(key)}@${azureAccount}/${container}/${prefix}?endpoint=${endpointOf(port)}`,
  },
];

const size = 17 * 1024 * 1024;
const bytes = randomBytes(size);
const body = () => Readable.from([bytes.subarray(0, size / 2), bytes.subarray(size / 2)]);

describe.each(stores)('$name', ({ name, start, location }) => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await start();
  });
  afterAll(() => emulator?.close());

  const open = (
    place?: Parameters<typeof location>[1],
    port = emulator.port,
    limits: Partial<ObjectStoreLimits> = {},
  ) => openBlobStore(location(port, place), { env: {}, limits });

  describeBlobStore(name, async () => {
    const store = await open({ prefix: randomBytes(8).toString('hex') }, emulator.port, { listPageSize: 3 });
    // Neither emulator shows unfinished uploads; sweep-s3-uploads.test.ts holds that conversation.
    return { store, leaveUnfinished: undefined, close: () => store.close() };
  });

  it('works without a prefix, and keeps prefixes apart', async () => {
    const [root, below] = [await open(), await open({ prefix: 'below' })];
    const key = newBlobKey();
    await root.put(key, Readable.from(['root']));
    expect(await below.head(key)).toBeUndefined();
    await below.put(key, Readable.from(['below']));
    expect((await root.head(key))?.size).toBe(4);
    for await (const entry of root.list()) expect(entry).toMatchObject({ kind: 'blob', key });
  });

  it('says that the bucket or container is missing', async () => {
    const store = await open({ container: 'not-there' });
    const missing = { kind: 'dependencyFailed', code: 'blobStore.missing' };
    await expect(store.check()).rejects.toMatchObject(missing);
    await expect(store.get(newBlobKey())).rejects.toMatchObject(missing);
    await expect(store.put(newBlobKey(), Readable.from(['x']))).rejects.toMatchObject(missing);
  });

  // The S3 emulator takes any signature.
  it.runIf(name === 'Azure Blob')('says that the credentials are refused', async () => {
    const store = await open({ key: Buffer.from('wrong').toString('base64') });
    await expect(store.check()).rejects.toMatchObject({ kind: 'dependencyFailed', code: 'blobStore.refused' });
  });

  describe('behind a connection that breaks', () => {
    let proxy: CuttingProxy;
    let direct: BlobStore;
    let store: BlobStore;
    const key = newBlobKey();
    beforeAll(async () => {
      proxy = await startCuttingProxy(emulator.port);
      const prefix = randomBytes(8).toString('hex');
      direct = await open({ prefix });
      store = await open({ prefix }, proxy.port, { stallMs: 300, callMs: 2_000, partMs: 5_000 });
      await direct.put(key, body());
    });
    afterAll(() => proxy?.close());

    const download = async () => {
      const content = await store.get(key, { size });
      return content === undefined ? undefined : buffer(content.body);
    };
    const withFault = async (fault: CuttingProxy['fault'], act: () => Promise<unknown>) => {
      const before = proxy.hits();
      proxy.fault = fault;
      try {
        await act();
      } finally {
        proxy.fault = undefined;
      }
      expect(proxy.hits(), 'the fault must have hit').toBeGreaterThan(before);
    };

    it('downloads everything while nothing breaks', async () => {
      expect((await download())?.equals(bytes)).toBe(true);
      expect(proxy.hits()).toBe(0);
    });

    it('makes an error of a download that is cut, never a short blob', async () => {
      await withFault({ on: 'answer', after: 1_000_000, does: 'cut' }, () =>
        expect(download()).rejects.toMatchObject({
          kind: 'dependencyFailed',
          code: 'blob.cut',
          message: expect.stringMatching(/^The blob store broke off after [1-9]\d* of 17825792 bytes\.$/),
        }),
      );
      expect((await download())?.equals(bytes)).toBe(true);
    });

    it('makes an error of a download that falls silent', async () => {
      await withFault({ on: 'answer', after: 1_000_000, does: 'silence' }, () =>
        expect(download()).rejects.toMatchObject({ kind: 'dependencyFailed', code: 'blobStore.timeout' }),
      );
    });

    it.each(['cut', 'silence'] as const)('leaves nothing of an upload that meets: %s', async (does) => {
      const target = newBlobKey();
      await withFault({ on: 'request', after: 3_000_000, does }, () =>
        expect(store.put(target, body())).rejects.toMatchObject({ kind: 'dependencyFailed' }),
      );
      expect(await direct.head(target)).toBeUndefined();
      await expect(store.put(target, body())).resolves.toMatchObject({ size });
    });
  });

  it('tells within seconds that the store has gone away', async () => {
    const doomed = await start();
    const store = await open({}, doomed.port);
    const key = newBlobKey();
    await store.put(key, Readable.from(['x']));
    await doomed.close();
    const began = performance.now();
    const unreachable = { kind: 'dependencyFailed', code: 'blobStore.unreachable' };
    await expect(store.get(key)).rejects.toMatchObject(unreachable);
    await expect(store.put(newBlobKey(), Readable.from(['x']))).rejects.toMatchObject(unreachable);
    await expect(store.check()).rejects.toMatchObject(unreachable);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
