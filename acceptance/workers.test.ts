import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Portolan, startPortolan } from './support/start-portolan.ts';

describe('several processes on one port', () => {
  let server: Portolan;
  beforeAll(async () => {
    server = await startPortolan({ environment: { PORTOLAN_WORKERS: '2' } });
  });
  afterAll(async () => await server.remove());

  /** The processes that have answered, by the number that each of them reports about itself. */
  const readMetric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } })).text();
    const lines = text.split('\n').filter((line) => line.startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };

  test('count their requests together', async () => {
    const before = await readMetric('portolan_http_requests_total{operation="/livez"');
    for (let n = 0; n < 20; n += 1) {
      const answer = await fetch(`${server.url}/livez`, { headers: { connection: 'close' } });
      expect(answer.status).toBe(200);
      await answer.text();
    }
    expect(await readMetric('portolan_http_requests_total{operation="/livez"')).toBe(before + 20);
  });

  test('a process that dies is replaced, and the server goes on', async () => {
    const { execFileSync } = await import('node:child_process');
    const children = () =>
      execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(server.process.pid)], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('portolan-server'))
        .map((line) => Number.parseInt(line, 10));
    const before = children();
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await expect.poll(() => children().filter((pid) => !before.includes(pid)).length, { timeout: 10_000 }).toBe(1);
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`).catch(() => undefined))?.status, { timeout: 10_000 })
      .toBe(200);
  });

  test('SIGTERM ends all of them with 0', async () => {
    expect(await server.end('SIGTERM')).toBe(0);
    await expect(fetch(`${server.url}/livez`)).rejects.toThrow();
  });
});
