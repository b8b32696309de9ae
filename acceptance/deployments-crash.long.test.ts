import { expect, test } from 'vitest';
import { type CrashStep, runDeploymentCrashRounds, whole } from './support/deployment-crash-rounds.ts';

const everyEvent = Array.from({ length: 42 }, (_, index): CrashStep => ({ events: 2 * index + 1 }));
const atRandom = Array.from({ length: 58 }, (): CrashStep => ({ milliseconds: Math.random() * 1_500 }));

test('a hundred rounds of kill -9 at every step of a deployment and at random: old or new, and ready within five seconds (goal R1)', async () => {
  const report = await runDeploymentCrashRounds({
    steps: ['sent', { events: 30 }, { events: whole }, ...everyEvent, ...atRandom],
    victims: ['server', 'both'],
  });
  console.log(JSON.stringify(report));
  expect(report.wrong).toEqual([]);
  expect(report.lost).toBe(0);
  expect(report.old).toBeGreaterThan(10);
  expect(Math.max(...report.readyAfter)).toBeLessThan(5_000);
});
