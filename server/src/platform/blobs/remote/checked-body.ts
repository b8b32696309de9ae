import { Readable } from 'node:stream';
import { blobCut, storeTimedOut } from '../blob-error.ts';

/**
 * Passes a download on and holds it against the length that was promised: a source that ends early, late or not at all
 * makes an error, never a clean short end. Back-pressure reaches the source; its silence only counts as a stall while
 * the reader waits for bytes, so slow readers are not cut off.
 */
export const checkedBody = (source: Readable, expected: number, stallMs: number): Readable => {
  let received = 0;
  let stalled: NodeJS.Timeout | undefined;
  const rest = () => {
    clearTimeout(stalled);
    stalled = undefined;
  };
  const cut = (cause?: unknown) => body.destroy(blobCut(received, expected, cause));
  const body = new Readable({
    read() {
      if (stalled === undefined) stalled = setTimeout(() => body.destroy(storeTimedOut()), stallMs);
      source.resume();
    },
    destroy(error, done) {
      rest();
      source.destroy();
      done(error);
    },
  });
  source.on('data', (chunk: Buffer) => {
    if (body.destroyed) return;
    received += chunk.length;
    if (received > expected) {
      cut();
    } else if (body.push(chunk)) {
      stalled?.refresh();
    } else {
      rest();
      source.pause();
    }
  });
  source.on('end', () => {
    if (body.destroyed) return;
    rest();
    if (received === expected) body.push(null);
    else cut();
  });
  // Stays on after the end: a late error of the connection has nobody else to go to.
  source.on('error', cut);
  source.on('close', () => {
    if (!source.readableEnded) cut();
  });
  source.pause();
  return body;
};
