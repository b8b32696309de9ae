import { AppError } from '../../errors/app-error.ts';
import { storeBusy, storeFailed, storeFull, storeMissing, storeRefused, storeUnreachable } from '../blob-error.ts';

/** What both SDKs tell about a failure: S3 in `name` and `$metadata`, Azure in `code` and `statusCode`. */
export interface StoreFailure {
  readonly status: number | undefined;
  readonly names: readonly string[];
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;

export const readStoreFailure = (error: unknown): StoreFailure => {
  const status = field(field(error, '$metadata'), 'httpStatusCode') ?? field(error, 'statusCode');
  const names = [field(error, 'code'), field(error, 'name'), field(field(error, 'details'), 'errorCode')];
  return {
    status: typeof status === 'number' ? status : undefined,
    names: names.filter((name) => typeof name === 'string'),
  };
};

const missingContainer = ['NoSuchBucket', 'ContainerNotFound', 'ContainerBeingDeleted', 'ResourceNotFound'];
const full = ['XMinioStorageFull', 'QuotaExceeded', 'InsufficientStorage', 'AccountLimitExceeded'];
const noCredentials = ['CredentialsProviderError', 'TokenProviderError'];

const missingBlob = ['NoSuchKey', 'BlobNotFound'];

/**
 * The store itself says that the blob is not there. A missing bucket is another matter, and so is a 404 in no store's
 * words: something between us and the store said that, and a blob must not be taken for lost because of it.
 */
export const isMissingBlob = (error: unknown): boolean => {
  const { status, names } = readStoreFailure(error);
  return status === 404 && names.some((name) => missingBlob.includes(name));
};

/** The same for the answer to a HEAD, which has no words on S3: its SDK calls every such 404 NotFound. */
export const isMissingHead = (error: unknown): boolean =>
  isMissingBlob(error) ||
  (readStoreFailure(error).status === 404 && readStoreFailure(error).names.includes('NotFound'));

/** Turns what an SDK threw into our error; the SDK's own words stay in `cause`, for the log. */
export const objectStoreError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const { status, names } = readStoreFailure(error);
  const named = (list: readonly string[]) => names.some((name) => list.includes(name));
  if (status === 507 || named(full)) return storeFull(error);
  if (named(missingContainer)) return storeMissing(error);
  if (status === 401 || status === 403 || named(noCredentials)) return storeRefused(error);
  if (status === 429 || status === 503) return storeBusy(error);
  // Without a status nobody answered: refused, reset, not resolved, timed out.
  return status === undefined ? storeUnreachable(error) : storeFailed(error);
};
