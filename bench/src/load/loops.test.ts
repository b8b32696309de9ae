import { createServer, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { runClosedLoop } from './closed-loop.ts';
import { encodeRequest } from './encode-request.ts';
import type { Target } from './open-connection.ts';
import { runOpenLoop } from './open-loop.ts';

const request = () => encodeRequest({ method: 'POST', path: '/', body: 'x' });

const withServer = async <Result>(
  listener: RequestListener,
  use: (target: Target) => Promise<Result>,
): Promise<Result> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  try {
    return await use({ host: '127.0.0.1', port: address.port });
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const answer: RequestListener = (_request, response) => response.end('0123456789');

describe('closed loop', () => {
  test('counts every answer and its bytes', async () => {
    let answered = 0;
    const result = await withServer(
      (incoming, response) => {
        answered += 1;
        answer(incoming, response);
      },
      (target) => runClosedLoop({ target, request, connections: 4, seconds: 0.3 }),
    );
    expect(answered).toBeGreaterThan(4);
    expect(result.megabytesPerSecond / result.requestsPerSecond).toBeCloseTo(10 / 1e6, 12);
  });

  test.each([
    ['an unexpected status', ((_, response) => response.writeHead(503).end()) as RequestListener, 'answered 503'],
    ['a closed connection', ((_, response) => response.destroy()) as RequestListener, 'closed the connection'],
  ])('ends with %s', async (_, listener, message) => {
    const run = withServer(listener, (target) => runClosedLoop({ target, request, connections: 2, seconds: 5 }));
    await expect(run).rejects.toThrow(message);
  });
});

describe('open loop', () => {
  test('keeps its rate while answers are late, and everybody who waited counts', async () => {
    // A single slow answer on the only connection: a generator that waited for it would count one late request.
    let seen = 0;
    const listener: RequestListener = (incoming, response) => {
      seen += 1;
      if (seen === 20) setTimeout(() => answer(incoming, response), 200);
      else answer(incoming, response);
    };
    const load = { request, connections: 1, seconds: 1, rate: 200 };
    const result = await withServer(listener, (target) => runOpenLoop({ target, ...load }));
    expect(result.requestsPerSecond).toBeGreaterThan(120);
    expect(result.requestsPerSecond).toBeLessThan(280);
    // 200 ms of one connection at 200 requests per second: about forty had to wait, not one.
    expect(result.p99).toBeGreaterThan(100);
    const closed = await withServer(listener, (target) => runClosedLoop({ target, ...load }));
    expect(closed.p99).toBeLessThan(result.p99);
  });
});
