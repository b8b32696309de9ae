import { storeTimedOut } from '../blob-error.ts';
import { withDeadline } from '../with-deadline.ts';
import { objectStoreError } from './object-store-error.ts';

/** One bounded call to an object store: an AppError whatever the SDK throws, or the caller's own reason to stop. */
export const callStore = <Result>(
  ms: number,
  run: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal | undefined,
): Promise<Result> =>
  withDeadline({ ms, late: storeTimedOut, signal }, async (stop) => {
    try {
      return await run(stop);
    } catch (error) {
      throw objectStoreError(error);
    }
  });
