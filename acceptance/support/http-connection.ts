import { connect, type Socket } from 'node:net';

export interface RawRequest {
  readonly method: string;
  /** Goes on the wire as it is. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

const deadline = 20_000;

/**
 * One connection that is kept alive, one request after the other. It checks nothing of what it sends, which is the point:
 * other clients refuse to send what servers have to cope with, and are several times slower.
 */
export class HttpConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve(answer: RawAnswer): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async send({ method, path, headers, body }: RawRequest): Promise<RawAnswer> {
    const content = typeof body === 'string' ? Buffer.from(body) : body;
    const lines = Object.entries({
      host: `localhost:${this.#port}`,
      ...headers,
      ...(content === undefined ? {} : { 'content-length': String(content.length) }),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
    const socket = this.#open();
    return await new Promise<RawAnswer>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      socket.write(content === undefined ? head : Buffer.concat([head, content]));
    });
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const socket = connect(this.#port, 'localhost');
    socket.setNoDelay(true).setTimeout(deadline, () => socket.destroy(new Error(`no answer within ${deadline} ms`)));
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the connection was closed without an answer')));
    this.#received = Buffer.alloc(0);
    this.#socket = socket;
    return socket;
  }

  #fail(error: Error): void {
    this.close();
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = readAnswer(this.#received);
    if (answer === undefined) return;
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (answer.headers.get('connection')?.toLowerCase() === 'close') {
      this.#socket?.removeAllListeners('close');
      this.close();
    }
    waiting?.resolve(answer);
  }
}

/** Undefined while something is missing. */
const readAnswer = (received: Buffer): RawAnswer | undefined => {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const rest = received.subarray(end + 4);
  const body = readBody(rest, status, headers);
  return body === undefined ? undefined : { status, headers, text: body.toString('utf8') };
};

const readBody = (rest: Buffer, status: number, headers: ReadonlyMap<string, string>): Buffer | undefined => {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(rest);
  const length = status === 204 || status === 304 ? 0 : Number(headers.get('content-length') ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length);
};

const readChunks = (rest: Buffer): Buffer | undefined => {
  const chunks: Buffer[] = [];
  for (let place = 0; ; ) {
    const line = rest.indexOf('\r\n', place);
    if (line < 0) return undefined;
    const size = Number.parseInt(rest.toString('latin1', place, line), 16);
    if (rest.length < line + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(line + 2, line + 2 + size));
    place = line + 2 + size + 2;
  }
};
