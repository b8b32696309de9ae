import { expect, inject, test } from 'vitest';
import { runChainRound } from './services/chain-round.ts';
import { Browser } from './support/browser.ts';
import { prepareProject } from './support/deployed-application.ts';

const url = inject('portolanUrl');

test('deploy, sign in, create, subscribe, read back, notify, read, validate: each step sees the one before', {
  timeout: 180_000,
}, async () => {
  const started = `${Date.now()}`;
  const { project } = await prepareProject(url, `Chain ${started}`);
  const browser = new Browser(url);
  for (let round = 0; round < 10; round += 1) await runChainRound(url, project, browser, `${started} ${round}`);
  expect.hasAssertions();
});
