import { expect, test } from 'vitest';
import { runDeploymentCrashRounds, whole } from './support/deployment-crash-rounds.ts';

test('kill -9 during a deployment leaves the old or the new state (goal R1)', { timeout: 240_000 }, async () => {
  const report = await runDeploymentCrashRounds({
    // While everything is made; when all is done; while everything is changed; and about when it is committed.
    steps: [{ events: 30 }, { events: whole }, { events: 30 }, { events: 82 }],
    victims: ['server', 'both'],
  });
  console.log(JSON.stringify(report));
  expect(report.wrong).toEqual([]);
  expect(report.lost).toBe(0);
  // The blows fell early enough to undo something, and what was acknowledged was kept.
  expect(report.old).toBeGreaterThan(0);
  expect(report.new).toBeGreaterThan(0);
  expect(report.old + report.new).toBe(4);
});

test('control: a deployment in pieces is torn by kill -9', { timeout: 120_000 }, async () => {
  const report = await runDeploymentCrashRounds({ steps: ['sent', 'sent'], victims: ['server'], inPieces: true });
  expect(report.wrong.length).toBeGreaterThan(0);
});
