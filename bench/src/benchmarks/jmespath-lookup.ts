import { isDeepStrictEqual } from 'node:util';
import { compile, evaluate, type JsonValue, ResourceList } from '../../../server/src/deployments/query/index.ts';
import type { Benchmark, Finding, RunOptions } from '../harness/benchmark.ts';
import { measurePairs, type Side } from '../harness/measure-pairs.ts';
import { measureProcessorTime } from '../harness/processor-time.ts';
import { makeResource, makeResources } from './jmespath/make-resource.ts';
import type { Peer } from './jmespath/peers.ts';

const query = "resources[?name==parameter('x')].id";
const smallest = 10;
const largest = 10_000;
/** Long enough that the pauses of garbage collection are in every turn. */
const turnMilliseconds = 150;

/** Names of resources all over a list of that size, looked up in turn: no engine can live on its last answer. */
const wantedOf = (size: number): number[] =>
  Array.from({ length: 64 }, (_, index) => Math.floor(((index * 37) % 64) * (size / 64)));

type Look = (turn: number) => unknown;

/** Ours gets the query text and goes through its cache of compiled queries each time. */
const createOurs = (size: number): Look => {
  const list = new ResourceList(makeResources(size));
  const contexts = wantedOf(size).map((wanted) => ({
    parameters: new Map<string, JsonValue>([['x', `dev-resource-${wanted}`]]),
    resources: list,
  }));
  return (turn) => evaluate(compile(query), list.root, contexts[turn]);
};

/** A peer gets a literal in place of the parameter, and its parsed form where it has one, which is in its favour. */
const createTheirs = ({ prepare }: Peer, size: number): Look => {
  const root = { resources: makeResources(size) };
  const prepared = wantedOf(size).map((wanted) => prepare(`resources[?name=='dev-resource-${wanted}'].id`));
  return (turn) => prepared[turn]?.(root);
};

const createSide = (name: string, size: number, look: Look): Side => {
  wantedOf(size).forEach((wanted, turn) => {
    if (!isDeepStrictEqual(look(turn), [makeResource(wanted).id])) throw new Error(`${name} gave a wrong answer.`);
  });
  let turn = 0;
  const call = () => {
    turn = (turn + 1) & 63;
    return look(turn);
  };
  return { name, take: () => measureProcessorTime(call, turnMilliseconds) * 1e6 };
};

export const jmespathLookup: Benchmark = {
  name: 'jmespath-lookup',
  goal: 'S2',
  about: `cached ${query}: the same time whatever the number of resources`,
  run: async (options) => {
    const { peers } = await import('./jmespath/peers.ts');
    const findings: Finding[] = [];
    for (const size of [100, 1_000, largest]) findings.push(await measureGrowth(size, options));
    const ours = createSide('ours', largest, createOurs(largest));
    for (const peer of peers) {
      options.note(`jmespath-lookup: ${peer.name}`);
      const theirs = createSide(peer.name, largest, createTheirs(peer, largest));
      const { ratios, sides } = await measurePairs(theirs, ours, options.pairs, 'ns');
      const measured = `time of ${peer.name} over ours, ${largest.toLocaleString('en-US')}`;
      findings.push({ measured, samples: ratios, unit: 'x', sides, goal: { bound: 'atLeast', value: 300 } });
    }
    return findings;
  },
};

const measureGrowth = async (size: number, options: RunOptions): Promise<Finding> => {
  options.note(`jmespath-lookup: ${size} resources`);
  const large = createSide(`${size}`, size, createOurs(size));
  const small = createSide(`${smallest}`, smallest, createOurs(smallest));
  const { ratios, sides } = await measurePairs(large, small, options.pairs, 'ns');
  const measured = `our time with ${size.toLocaleString('en-US')} resources over ${smallest}`;
  return { measured, samples: ratios, unit: 'x', sides, goal: { bound: 'atMost', value: 2 } };
};
