import { expect, test } from 'vitest';
import { runCrashRounds } from './support/crash-rounds.ts';

test('ten rounds of kill -9 lose nothing acknowledged, and the next start is ready within five seconds (goal R1)', async () => {
  const report = await runCrashRounds({ rounds: 10, victims: ['both', 'server', 'database'] });
  console.log(JSON.stringify(report));
  expect(report.lost).toBe(0);
  expect(Math.max(...report.readyAfter)).toBeLessThan(5_000);
});
