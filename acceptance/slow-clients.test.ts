import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConnections } from './support/open-connections.ts';
import { type Portolan, startPortolan } from './support/start-portolan.ts';

let server: Portolan;
beforeAll(async () => {
  server = await startPortolan();
});
afterAll(async () => await server.remove());

const closedWithin = 15_000;

/** Sends `begin`, then a byte every half second; resolves with what came back when the other side closes. */
const drip = (port: number, begin: string): Promise<{ seconds: number; answer: string }> =>
  new Promise((resolve) => {
    const begun = performance.now();
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(begin));
    const timer = setInterval(() => socket.write('x'), 500);
    const giveUp = setTimeout(() => socket.destroy(), closedWithin + 5_000);
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      clearTimeout(giveUp);
      resolve({ seconds: (performance.now() - begun) / 1000, answer });
    });
  });

const slowHeader = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const slowBody =
  'POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"a":"';

describe.concurrent('a client that is too slow is closed within 15 seconds (goal R3)', () => {
  test('slow header', async () => {
    const { seconds, answer } = await drip(server.port, slowHeader);
    expect(seconds).toBeLessThan(closedWithin / 1000);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toMatch(/x-supportCode: /i);
  });

  test('slow body', async () => {
    const { seconds, answer } = await drip(server.port, slowBody);
    expect(seconds).toBeLessThan(closedWithin / 1000);
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
    expect(answer).toMatch(/x-supportCode: /i);
  });

  test('control: a server without deadlines keeps them', async () => {
    const bare = createServer({ headersTimeout: 0, requestTimeout: 0 }, (request) => request.resume());
    await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
    const { seconds } = await drip((bare.address() as { port: number }).port, slowHeader);
    bare.closeAllConnections();
    bare.close();
    expect(seconds).toBeGreaterThan(closedWithin / 1000);
  });
});

test('a thousand idle connections do not slow a fresh request (goal R3)', async () => {
  const sockets = await openConnections(server.port, 1_000, 'GET /livez HTTP/1.1\r\nHost: localhost\r\n');
  const begun = performance.now();
  const answer = await fetch(`${server.url}/livez`);
  expect(answer.status).toBe(200);
  // Other tests share the machine; the 100 ms of the goal are held by the long test with 10,000 connections.
  expect(performance.now() - begun).toBeLessThan(1_000);
  for (const socket of sockets) socket.destroy();
});

test('SIGTERM under load fails no request (goal R3)', async () => {
  const loaded = await startPortolan();
  const outcomes: string[] = [];
  let gone = false;
  const client = async () => {
    while (!gone) {
      try {
        const answer = await fetch(`${loaded.url}/livez`);
        await answer.text();
        outcomes.push(String(answer.status));
      } catch (error) {
        const cause = (error as { cause?: { code?: string } }).cause?.code;
        // Once the port is given up there is nothing to fail any more.
        if (cause === 'ECONNREFUSED') return;
        outcomes.push(cause ?? String(error));
      }
    }
  };
  const clients = Array.from({ length: 20 }, client);
  await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBeGreaterThan(200);
  const before = outcomes.length;
  const code = await loaded.end('SIGTERM');
  gone = true;
  await Promise.all(clients);
  expect(code).toBe(0);
  expect(outcomes.length).toBeGreaterThan(before);
  expect(new Set(outcomes)).toEqual(new Set(['200']));
  await loaded.remove();
});
