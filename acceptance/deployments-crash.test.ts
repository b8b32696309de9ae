import { expect, test } from 'vitest';
import { runDeploymentCrashRounds } from './support/deployment-crash-rounds.ts';

test('kill -9 during a deployment leaves the old or the new state (goal R1)', { timeout: 240_000 }, async () => {
  const report = await runDeploymentCrashRounds({
    steps: ['sent', { events: 1 }, { events: 30 }, { events: 82 }],
    victims: ['server', 'both'],
  });
  console.log(JSON.stringify(report));
  expect(report.wrong).toEqual([]);
  expect(report.lost).toBe(0);
  // The blow fell early enough to undo something, and what was done was kept.
  expect(report.old).toBeGreaterThan(0);
  expect(report.old + report.new).toBe(4);
});

test('control: a deployment in pieces is torn by kill -9', { timeout: 120_000 }, async () => {
  const report = await runDeploymentCrashRounds({ steps: ['sent', 'sent'], victims: ['server'], inPieces: true });
  expect(report.wrong.length).toBeGreaterThan(0);
});
