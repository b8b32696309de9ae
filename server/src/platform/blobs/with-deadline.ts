/**
 * Runs one call with an end in time. The signal that `run` gets fires at the deadline or with the caller's signal; the
 * call is left then even if it does not listen. Rejects with `late()` or with the caller's reason, otherwise with
 * what `run` rejected with.
 */
export const withDeadline = async <Result>(
  limit: { readonly ms: number; readonly late: () => unknown; readonly signal?: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  limit.signal?.throwIfAborted();
  const stop = new AbortController();
  const forward = () => stop.abort(limit.signal?.reason);
  const timer = setTimeout(() => stop.abort(limit.late()), limit.ms);
  limit.signal?.addEventListener('abort', forward, { once: true });
  try {
    return await new Promise<Result>((resolve, reject) => {
      // First in line, so that the reason of the stop wins over the error that the stopped call makes of it.
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
      run(stop.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    limit.signal?.removeEventListener('abort', forward);
  }
};
