import { describe, expect, it } from 'vitest';
import { isMissingBlob, isMissingHead, objectStoreError } from './object-store-error.ts';

const s3 = (name: string, httpStatusCode?: number) =>
  Object.assign(new Error('words of the SDK'), { name, $metadata: { httpStatusCode } });
const azure = (code: string, statusCode?: number) => Object.assign(new Error('words of the SDK'), { code, statusCode });

describe('objectStoreError', () => {
  it.each([
    [s3('XMinioStorageFull', 507), 'unavailable', 'blobStore.full'],
    [s3('QuotaExceeded', 403), 'unavailable', 'blobStore.full'],
    [s3('NoSuchBucket', 404), 'dependencyFailed', 'blobStore.missing'],
    [azure('ContainerNotFound', 404), 'dependencyFailed', 'blobStore.missing'],
    [s3('SignatureDoesNotMatch', 403), 'dependencyFailed', 'blobStore.refused'],
    [azure('AuthenticationFailed', 403), 'dependencyFailed', 'blobStore.refused'],
    [s3('CredentialsProviderError'), 'dependencyFailed', 'blobStore.refused'],
    [s3('SlowDown', 503), 'unavailable', 'blobStore.busy'],
    [azure('ServerBusy', 503), 'unavailable', 'blobStore.busy'],
    [azure('ECONNREFUSED'), 'dependencyFailed', 'blobStore.unreachable'],
    [s3('TimeoutError'), 'dependencyFailed', 'blobStore.unreachable'],
    [s3('InternalError', 500), 'dependencyFailed', 'blobStore.failed'],
    ['a string', 'dependencyFailed', 'blobStore.unreachable'],
  ])('%o', (error, kind, code) => {
    const translated = objectStoreError(error);
    expect(translated).toMatchObject({ kind, code, cause: error });
    expect(translated.message).not.toContain('words of the SDK');
    expect(objectStoreError(translated)).toBe(translated);
  });
});

describe('isMissingBlob', () => {
  it.each([
    [s3('NoSuchKey', 404), true],
    [s3('NotFound', 404), false],
    [azure('BlobNotFound', 404), true],
    [s3('NoSuchBucket', 404), false],
    [azure('ContainerNotFound', 404), false],
    [s3('AccessDenied', 403), false],
    [s3('UnknownError', 404), false],
    [azure('', 404), false],
  ])('%o', (error, missing) => {
    expect(isMissingBlob(error)).toBe(missing);
  });
});

describe('isMissingHead', () => {
  it.each([
    [s3('NotFound', 404), true],
    [azure('BlobNotFound', 404), true],
    [azure('ContainerNotFound', 404), false],
    [s3('NotFound', 400), false],
  ])('%o', (error, missing) => {
    expect(isMissingHead(error)).toBe(missing);
  });
});
