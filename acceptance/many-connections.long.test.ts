import { expect, test } from 'vitest';
import { openConnections } from './support/open-connections.ts';
import { startPortolan } from './support/start-portolan.ts';

test('10,000 connections: a fresh request is answered within 100 ms (goal R3)', async () => {
  const server = await startPortolan();
  const sockets = await openConnections(server.port, 10_000, '');
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1) {
    const begun = performance.now();
    const answer = await fetch(`${server.url}/livez`, { headers: { connection: 'close' } });
    expect(answer.status).toBe(200);
    times.push(performance.now() - begun);
  }
  const open = sockets.filter((socket) => !socket.destroyed).length;
  console.log(JSON.stringify({ open, slowest: Math.max(...times) }));
  expect(open).toBeGreaterThan(9_900);
  expect(Math.max(...times)).toBeLessThan(100);
  for (const socket of sockets) socket.destroy();
  await server.remove();
});
