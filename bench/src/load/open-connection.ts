import { connect } from 'node:net';
import { createResponseReader } from './response-reader.ts';

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** One kept-alive connection with at most one request under way. */
export interface Connection {
  send(request: Buffer, onAnswer: (status: number, bodyBytes: number) => void): void;
  close(): void;
}

const connectWithin = 5_000;

/** `onFailure` is told when the connection breaks: a benchmark does not go on past that. */
export const openConnection = (target: Target, onFailure: (error: Error) => void): Promise<Connection> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: target.host, port: target.port, noDelay: true });
    let waiting: ((status: number, bodyBytes: number) => void) | undefined;
    let closing = false;
    const read = createResponseReader((status, bodyBytes) => {
      const answer = waiting;
      waiting = undefined;
      if (answer === undefined) throw new Error('An answer came that nobody had asked for.');
      answer(status, bodyBytes);
    });
    const fail = (error: Error) => {
      socket.destroy();
      reject(error);
      if (!closing) onFailure(error);
    };
    socket.setTimeout(connectWithin, () => fail(new Error(`Port ${target.port} does not answer.`)));
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The server closed the connection.')));
    socket.on('data', (bytes) => {
      try {
        read(bytes);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('connect', () => {
      // From here on a request that takes long is the benchmark's business, and its end ends it.
      socket.setTimeout(0);
      resolve({
        send: (request, onAnswer) => {
          waiting = onAnswer;
          socket.write(request);
        },
        close: () => {
          closing = true;
          socket.destroy();
        },
      });
    });
  });
