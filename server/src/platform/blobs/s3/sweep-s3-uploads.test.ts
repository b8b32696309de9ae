import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { newBlobKey } from '../blob-key.ts';
import { openBlobStore } from '../open-blob-store.ts';

const upload = (key: string, id: string, initiated: string) =>
  `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
const page = (uploads: readonly string[], next = '') =>
  `<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>bucket</Bucket>${next}${uploads.join('')}</ListMultipartUploadsResult>`;

it('gives up old uploads of ours below its prefix, page by page, and nothing else', async () => {
  const [first, second, fresh] = [newBlobKey(), newBlobKey(), newBlobKey()].map((key) => `pre/${key}`);
  const [old, recent] = ['2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];
  const pages = [
    page(
      [upload(`${first}`, 'one', old), upload('pre/not-ours.txt', 'two', old), upload(`${fresh}`, 'three', recent)],
      '<IsTruncated>true</IsTruncated><NextKeyMarker>mark</NextKeyMarker><NextUploadIdMarker>three</NextUploadIdMarker>',
    ),
    page([upload(`${second}`, 'four', old)], '<IsTruncated>false</IsTruncated>'),
  ];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://store');
    const names = ['prefix', 'key-marker', 'upload-id-marker', 'max-uploads', 'uploadId'];
    const values = names.map((name) => url.searchParams.get(name) ?? '-').join(' ');
    asked.push(`${request.method} ${url.pathname} ${values}`);
    if (request.method === 'GET') response.setHeader('content-type', 'application/xml').end(pages.shift());
    else response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const store = await openBlobStore(`s3://id:key@bucket/pre?pathStyle=true&endpoint=http://127.0.0.1:${port}`);
  expect(await store.sweepUnfinished(new Date('2026-01-02T00:00:00Z'))).toBe(2);
  expect(asked).toEqual([
    'GET /bucket/ pre/ - - 1000 -',
    `DELETE /bucket/${first} - - - - one`,
    'GET /bucket/ pre/ mark three 1000 -',
    `DELETE /bucket/${second} - - - - four`,
  ]);
});
