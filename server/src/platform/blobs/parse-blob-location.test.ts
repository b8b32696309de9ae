import { describe, expect, it } from 'vitest';
import { describeBlobLocation } from './blob-location.ts';
import { parseBlobLocation } from './parse-blob-location.ts';

const s3 = { kind: 's3', prefix: '', endpoint: undefined, region: undefined, pathStyle: false, credentials: undefined };
const azure = { kind: 'azure', prefix: '', endpoint: undefined, accountKey: undefined };

const good = [
  ['file:./data/blobs', { kind: 'folder', folder: './data/blobs' }],
  ['file:/var/lib/portolan/my blobs', { kind: 'folder', folder: '/var/lib/portolan/my blobs' }],
  ['file:///var/lib/with%20space', { kind: 'folder', folder: '/var/lib/with space' }],
  ['s3://my-bucket', { ...s3, bucket: 'my-bucket' }],
  ['s3://my.bucket/a/b_c/', { ...s3, bucket: 'my.bucket', prefix: 'a/b_c/' }],
  [
    's3://bucket/p?endpoint=http://127.0.0.1:9000/&region=eu-central-1&pathStyle=true',
    {
      ...s3,
      bucket: 'bucket',
      prefix: 'p/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
      pathStyle: true,
    },
  ],
  [
    's3://AKID:se%2Fcr%2Bet+x@bucket?pathStyle=false',
    { ...s3, bucket: 'bucket', credentials: { accessKeyId: 'AKID', secretAccessKey: 'se/cr+et+x' } },
  ],
  ['azblob://account1/container', { ...azure, account: 'account1', container: 'container' }],
  [
    'azblob://account1:a%2Fb%2Bc%3D%3D@account1/my-container/x/y?endpoint=http://127.0.0.1:10000/account1',
    {
      ...azure,
      account: 'account1',
      container: 'my-container',
      prefix: 'x/y/',
      endpoint: 'http://127.0.0.1:10000/account1',
      accountKey: 'a/b+c==',
    },
  ],
  ['azblob://:abcd@account1/con', { ...azure, account: 'account1', container: 'con', accountKey: 'abcd' }],
] as const;

const bad = [
  ['', 'must begin with file:'],
  ['/var/lib/blobs', 'must begin with file:'],
  ['gs://bucket', 'must begin with file:'],
  ['file:', 'must name a folder'],
  ['file:/a\0b', 'must name a folder'],
  ['file://otherhost/share', 'must name a folder of this machine'],
  ['s3://', 'for example s3://'],
  ['s3:///prefix', 'for example s3://'],
  ['s3://Bucket_Name', 'must name a bucket'],
  ['s3://bucket:9000', 'without a port'],
  ['s3://bucket/a/../../b/.hidden', 'must have a prefix'],
  ['s3://bucket/a%2F..%2Fb', 'must have a prefix'],
  ['s3://bucket/a b', 'must have a prefix'],
  ['s3://bucket?regoin=eu', 'knows only the options endpoint, region, pathStyle'],
  ['s3://bucket?region=a&region=b', 'gives region twice'],
  ['s3://bucket?region=', 'leaves region empty'],
  ['s3://bucket?pathStyle=yes', 'pathStyle of true or false'],
  ['s3://bucket?endpoint=minio:9000', 'must have an endpoint like'],
  ['s3://bucket?endpoint=http://user:hushhush@minio', 'must have an endpoint like'],
  ['s3://bucket#x', 'must hold no #'],
  ['s3://onlyid@bucket', 'must hold both'],
  ['s3://AKID:hush/hush@bucket', 'write %2F for /'],
  ['s3://AKID:hushhush%zz@bucket', 'holds a %'],
  ['azblob://account', 'must name a container'],
  ['azblob://ac/container', 'must name a storage account'],
  ['azblob://account1/con--tainer', 'must name a container'],
  ['azblob://someone:hushhush@account1/container', ':KEY@'],
  ['azblob://:hush-hush@account1/container', 'in base64'],
  ['azblob://account1/container?region=x', 'knows only the options endpoint'],
] as const;

describe('parseBlobLocation', () => {
  it.each(good)('reads %s', (text, location) => {
    expect(parseBlobLocation(text)).toEqual({ location });
  });

  it.each(bad)('refuses %j', (text, problem) => {
    const parsed = parseBlobLocation(text);
    expect(parsed).toHaveProperty('problem', expect.stringContaining(problem));
    expect(parsed).toHaveProperty('problem', expect.stringMatching(/, for example (?:file:|s3:\/\/|azblob:\/\/)\S+$/));
    expect(JSON.stringify(parsed)).not.toMatch(/hush/);
  });
});

describe('describeBlobLocation', () => {
  it.each([
    ['file:./data', 'file:./data'],
    ['s3://AKID:secret@bucket/a', 's3://bucket/a'],
    ['azblob://:abcd@account1/con?endpoint=http://h/', 'azblob://account1/con at http://h'],
  ])('shows %s as %s', (text, shown) => {
    const parsed = parseBlobLocation(text);
    expect('location' in parsed && describeBlobLocation(parsed.location)).toBe(shown);
  });
});
