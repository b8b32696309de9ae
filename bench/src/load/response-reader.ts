/** Told once per response, when its last byte is in. */
export type OnResponse = (status: number, bodyBytes: number) => void;

const headEnd = '\r\n\r\n';
const largestHead = 65_536;

/**
 * Finds where responses end in the bytes of one connection, and nothing else: the cheaper the load generator, the more
 * of the machine is left to what is measured. Understands Content-Length and chunked bodies without trailers.
 */
export const createResponseReader = (onResponse: OnResponse): ((bytes: Buffer) => void) => {
  /** Bytes of a head or of a chunk's first line that is not complete yet. */
  let held: Buffer | undefined;
  let status = 0;
  let bodyBytes = 0;
  /** Bytes to come: of the body, or of a chunk together with the line end after it. */
  let due = 0;
  let inBody = false;
  let chunked = false;
  let lastChunk = false;

  const finish = () => {
    inBody = false;
    onResponse(status, bodyBytes);
  };

  const readHead = (bytes: Buffer, from: number, end: number) => {
    const head = bytes.toString('latin1', from, end).toLowerCase();
    status = Number(head.slice(9, 12));
    if (!head.startsWith('http/1.1 ') || !(status >= 100)) throw new Error('The answer is not HTTP/1.1.');
    bodyBytes = 0;
    lastChunk = false;
    chunked = head.includes('\r\ntransfer-encoding: chunked');
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    due = chunked ? 0 : Number(length ?? (status === 204 || status === 304 ? 0 : Number.NaN));
    if (Number.isNaN(due)) throw new Error('The answer does not say how long it is.');
    inBody = true;
    if (chunked) return;
    bodyBytes = due;
    if (due === 0) finish();
  };

  const readChunkLine = (line: string) => {
    const size = Number.parseInt(line, 16);
    if (Number.isNaN(size)) throw new Error('A chunk of the answer has no size.');
    lastChunk = size === 0;
    bodyBytes += size;
    due = size + 2;
  };

  return (arrived) => {
    const bytes = held === undefined ? arrived : Buffer.concat([held, arrived]);
    held = undefined;
    let at = 0;
    while (at < bytes.length) {
      if (inBody && due > 0) {
        const taken = Math.min(due, bytes.length - at);
        at += taken;
        due -= taken;
        if (due === 0 && (!chunked || lastChunk)) finish();
        continue;
      }
      const mark = inBody ? '\r\n' : headEnd;
      const end = bytes.indexOf(mark, at, 'latin1');
      if (end < 0) {
        if (bytes.length - at > largestHead) throw new Error('The head of the answer is too large.');
        held = bytes.subarray(at);
        return;
      }
      if (inBody) readChunkLine(bytes.toString('latin1', at, end));
      else readHead(bytes, at, end);
      at = end + mark.length;
    }
  };
};
