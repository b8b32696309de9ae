import { AppError } from '../errors/app-error.ts';

/** No room for more. `unavailable`, because it heals when somebody makes room; reads are not touched by it. */
export const storeFull = (cause: unknown): AppError =>
  new AppError('unavailable', 'blobStore.full', 'The blob store is full: nothing more can be written now.', { cause });

export const storeBusy = (cause: unknown): AppError =>
  new AppError('unavailable', 'blobStore.busy', 'The blob store asked us to slow down; try again shortly.', {
    cause,
    headers: { 'retry-after': '2' },
  });

export const storeUnreachable = (cause: unknown): AppError =>
  new AppError('dependencyFailed', 'blobStore.unreachable', 'The blob store cannot be reached.', { cause });

export const storeTimedOut = (cause?: unknown): AppError =>
  new AppError('dependencyFailed', 'blobStore.timeout', 'The blob store did not answer in time.', { cause });

export const storeRefused = (cause: unknown): AppError =>
  new AppError('dependencyFailed', 'blobStore.refused', 'The blob store refused our credentials.', { cause });

export const storeMissing = (cause: unknown): AppError =>
  new AppError('dependencyFailed', 'blobStore.missing', 'The bucket, container or folder of the blob store is gone.', {
    cause,
  });

export const storeFailed = (cause: unknown): AppError =>
  new AppError('dependencyFailed', 'blobStore.failed', 'The blob store failed.', { cause });

/** The bytes ended before the length that was promised. */
export const blobCut = (received: number, expected: number, cause?: unknown): AppError =>
  new AppError('dependencyFailed', 'blob.cut', `The blob store broke off after ${received} of ${expected} bytes.`, {
    cause,
  });

export const blobDamaged = (found: number, expected: number): AppError =>
  new AppError('dependencyFailed', 'blob.damaged', `The blob has ${found} bytes in its store instead of ${expected}.`);

export const blobTooLarge = (limit: number): AppError =>
  new AppError('tooLarge', 'blob.tooLarge', `The blob store takes at most ${limit} bytes when the size is not known.`);

export const sizeMismatch = (received: number, expected: number): AppError =>
  new AppError(
    'invalid',
    'blob.sizeMismatch',
    received > expected
      ? `The content is longer than the ${expected} bytes that were announced.`
      : `The content ended after ${received} of ${expected} bytes.`,
  );
