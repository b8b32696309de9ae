import { expect, test } from 'vitest';
import { runCrashRounds } from './support/crash-rounds.ts';

test('kill -9 of server and database loses nothing acknowledged (goal R1)', async () => {
  const report = await runCrashRounds({ rounds: 3, victims: ['both', 'server', 'database'] });
  expect(report.acknowledged).toBeGreaterThan(400);
  expect(report.lost).toBe(0);
  expect(Math.max(...report.readyAfter)).toBeLessThan(30_000);
});

test('control: rows counted before their commit are lost', async () => {
  const report = await runCrashRounds({ rounds: 1, victims: ['both'], acknowledgeEarly: true });
  expect(report.lost).toBeGreaterThan(0);
});
