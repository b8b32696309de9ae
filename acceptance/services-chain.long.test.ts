import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChainRound } from './services/chain-round.ts';
import { Browser } from './support/browser.ts';
import { prepareProject } from './support/deployed-application.ts';
import { type Portolan, startPortolan } from './support/start-portolan.ts';

const rounds = 1_000;

let server: Portolan;
beforeAll(async () => {
  server = await startPortolan({ environment: { PORTOLAN_LOG_LEVEL: 'error' } });
});
afterAll(async () => await server?.remove());

test(`${rounds} rounds of the chain, with no wait in between`, async () => {
  const { project } = await prepareProject(server.url, 'A long chain');
  const browser = new Browser(server.url);
  const begun = performance.now();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const roundBegun = performance.now();
    await runChainRound(server.url, project, browser, `round ${round}`);
    times.push(performance.now() - roundBegun);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (rounds - 1))] ?? 0);
  console.log(
    `${rounds} rounds in ${Math.round((performance.now() - begun) / 1000)} s: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
  );
  expect(times).toHaveLength(rounds);
});
