import { decodeJwt } from 'jose';
import { floorContender } from '../floors/floor-contenders.ts';
import { startFloor } from '../floors/start-floor.ts';
import type { Benchmark, Finding, RunOptions } from '../harness/benchmark.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { type Contender, compareThroughput } from '../load/compare-load.ts';
import { encodeRequest } from '../load/encode-request.ts';
import { findPostmaster, readProcessorSeconds } from '../programs/processor-time-of.ts';
import { type Directory, openDirectory } from './directory/open-directory.ts';

const connections = 32;
const thousand = 1_000;
const path = '/identity/token';
const form = 'application/x-www-form-urlencoded';

export const tokens: Benchmark = {
  name: 'tokens',
  goal: 'S11',
  about: 'client-credentials tokens against a floor that only signs them, and what they cost server and database',
  run: async (options) => {
    await using floor = await startFloor(6);
    await using directory = await openDirectory();
    const a = await contenderOf(directory);
    const b = floorContender(6, floor);
    const pids = [directory.product.pid, await findPostmaster(await directory.product.connection())];
    const goal = { bound: 'atLeast', value: 0.5 } as const;
    return [
      await compareThroughput({ measured: 'client-credentials tokens', a, b, connections, goal }, options),
      await measureProcessorTime(a, pids, options),
    ];
  },
};

const contenderOf = async ({ application, product }: Directory): Promise<Contender> => {
  const basic = Buffer.from(`${application.clientId}:${application.secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': form };
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'api://portolan/user_impersonation',
  }).toString();
  await checkAnswer(product.url, headers, body);
  const request = encodeRequest({ method: 'POST', path, headers, body });
  return { name: 'product', target: product.target, request: () => request };
};

/** A wrong answer is always fast: what comes is a token of the platform API, and another one each time. */
const checkAnswer = async (url: string, headers: Record<string, string>, body: string): Promise<void> => {
  const seen = new Set<unknown>();
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await fetch(url + path, { method: 'POST', headers, body });
    const { access_token: token } = (await answer.json()) as { access_token?: string };
    if (token === undefined) throw new Error(`The product gave no token: ${answer.status}.`);
    const { jti, scp } = decodeJwt(token);
    if (scp !== 'user_impersonation') throw new Error('The token is not for the platform API.');
    seen.add(jti);
  }
  if (seen.size !== 2) throw new Error('Two requests gave one token.');
};

/** 250 tokens per second and core are four seconds of processor time for a thousand: the load generator's do not count. */
const measureProcessorTime = async (
  contender: Contender,
  pids: readonly number[],
  options: RunOptions,
): Promise<Finding> => {
  options.note('client-credentials tokens: processor time');
  const samples: number[] = [];
  const perCore: number[] = [];
  for (let turn = 0; turn < options.pairs; turn += 1) {
    const before = await readProcessorSeconds(pids);
    const begun = performance.now();
    const { requestsPerSecond } = await runClosedLoop({ ...contender, connections, seconds: options.seconds });
    const made = (requestsPerSecond * (performance.now() - begun)) / 1000;
    const each = ((await readProcessorSeconds(pids)) - before) / made;
    samples.push(each * thousand);
    perCore.push(1 / each);
  }
  return {
    measured: 'processor time of server and database for 1,000 tokens',
    samples,
    unit: 's',
    goal: { bound: 'atMost', value: thousand / 250 },
    sides: `${Math.round(Math.min(...perCore))} to ${Math.round(Math.max(...perCore))} tokens/s per core`,
  };
};
