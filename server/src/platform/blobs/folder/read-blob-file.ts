import { close, fstat, open, read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { blobCut } from '../blob-error.ts';
import { fileError } from './file-error.ts';

/** Four times the default of a file stream: fewer trips to the thread pool, measured 1.2x to 1.4x faster at 10 MiB. */
const readSize = 256 * 1024;

export const openFile = (path: string): Promise<number> => promisify(open)(path, 'r');
export const statOpenFile = (file: number) => promisify(fstat)(file, { bigint: true });
export const closeFile = (file: number): Promise<void> => promisify(close)(file);

/**
 * Streams `length` bytes of an open file from `start` and closes it. A file that turns out shorter makes an error;
 * the streams of `node:fs` end cleanly there, which a client would take for the whole blob.
 */
export const readBlobFile = (file: number, start: number, length: number): Readable => {
  let given = 0;
  let reading = false;
  let closeWhenRead: (() => void) | undefined;
  const body = new Readable({
    highWaterMark: readSize,
    read() {
      const wanted = Math.min(readSize, length - given);
      if (wanted === 0) {
        body.push(null);
        return;
      }
      reading = true;
      read(file, Buffer.allocUnsafeSlow(wanted), 0, wanted, start + given, (error, count, bytes) => {
        reading = false;
        if (closeWhenRead !== undefined) closeWhenRead();
        else if (error !== null) body.destroy(fileError(error));
        else if (count === 0) body.destroy(blobCut(given, length));
        else {
          given += count;
          body.push(count === wanted ? bytes : bytes.subarray(0, count));
          // The end is told with the last bytes, not after another turn.
          if (given === length) body.push(null);
        }
      });
    },
    destroy(error, done) {
      // Closing under a running read could hand the number to another file and read that one.
      const finish = () => close(file, (closing) => done(error ?? closing));
      if (reading) closeWhenRead = finish;
      else finish();
    },
  });
  return body;
};
