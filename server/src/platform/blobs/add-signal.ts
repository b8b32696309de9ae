import { addAbortSignal, type Readable } from 'node:stream';

/** Destroys the body with an AbortError when the signal fires. */
export const addSignal = (body: Readable, signal: AbortSignal | undefined): Readable =>
  signal === undefined ? body : addAbortSignal(signal, body);
