import {
  Budget,
  compile,
  evaluate,
  type JsonObject,
  type JsonValue,
  ResourceList,
} from '../../../server/src/deployments/query/index.ts';
import type { Benchmark, Finding, Goal } from '../harness/benchmark.ts';
import { measurePairs } from '../harness/measure-pairs.ts';
import { measureProcessorTime } from '../harness/processor-time.ts';
import { makeResources } from './jmespath/make-resource.ts';
import type { Peer } from './jmespath/peers.ts';

const sizes = [
  { size: 1_000, factor: 10 },
  { size: 3_000, factor: 40 },
];
/**
 * As long as a single run of the peers takes at the larger size, so that no side spends more of its turn on code that is
 * still being compiled: what one side's garbage drove out of memory is compiled anew at the beginning of the other's turn.
 */
const turnMilliseconds = 1_500;

/** The fastest of the peers, for the row without a goal. */
const fastest = '@metrichor/jmespath';

interface Work {
  readonly prefix: string;
  readonly resources: readonly JsonObject[];
  /** Three for each resource, about earlier ones. */
  readonly ourQueries: readonly (readonly string[])[];
  readonly peerQueries: readonly (readonly string[])[];
}

/** Peers know neither parameters nor variables: they get the finished name, which is in their favour. */
const queriesOf = (index: number, prefix: string, finished: boolean): string[] => {
  const name = (target: number, source: string): string =>
    finished ? `'${prefix}-${target}'` : `concat(${source}('prefix'),'-${target}')`;
  return [
    `resources[?name=='${prefix}-${Math.max(index - 1, 0)}'].id`,
    `resources[?name==${name(Math.floor(index / 2), 'parameter')}].sections.properties.applicationUrl`,
    `resources[?name==${name(Math.floor(index / 3), 'variable')}].sections.advanced.apiProductSubscriptions[*].{id:productId,subscriptionKey:key}`,
  ];
};

/**
 * Everything comes out of a JSON parser, as in a template. The texts are more than the cache of compiled queries holds
 * and come in the same order every time, so that hardly one of them is still known when it comes again. Ours recognises
 * that most of them differ in a literal only; with `distinct` they differ elsewhere too, and each is parsed.
 */
const prepareWork = (size: number, distinct: boolean): Work => {
  const prefix = `env${size}-resource`;
  const all = Array.from({ length: size }, (_, index) => index);
  const written = (finished: boolean) => (index: number) =>
    queriesOf(index, prefix, finished).map((query) => (distinct ? `${query} | [:${1_000_000 + index}]` : query));
  const work: Work = {
    prefix,
    resources: makeResources(size, prefix),
    ourQueries: all.map(written(false)),
    peerQueries: all.map(written(true)),
  };
  return JSON.parse(JSON.stringify(work)) as Work;
};

/** How much the queries found; the engines must agree. */
const deployOurs = ({ prefix, resources, ourQueries }: Work): number => {
  const list = new ResourceList();
  const names = new Map<string, JsonValue>([['prefix', prefix]]);
  const context = { parameters: names, variables: names, budget: new Budget(), resources: list };
  let found = 0;
  for (const [index, resource] of resources.entries()) {
    for (const query of ourQueries[index] ?? []) found += lengthOf(evaluate(compile(query), list.root, context));
    list.append(resource);
  }
  return found;
};

const deployPeer = ({ search }: Peer, { resources, peerQueries }: Work): number => {
  const root = { resources: [] as JsonObject[] };
  let found = 0;
  for (const [index, resource] of resources.entries()) {
    for (const query of peerQueries[index] ?? []) found += lengthOf(search(query, root));
    root.resources.push(resource);
  }
  return found;
};

const lengthOf = (result: unknown): number => (Array.isArray(result) ? result.length : Number.NaN);

export const jmespathDeployment: Benchmark = {
  name: 'jmespath-deployment',
  goal: 'S3',
  about: 'all queries of a deployment, three for each resource, with parsing and the upkeep of the index',
  run: async (options) => {
    const { peers } = await import('./jmespath/peers.ts');
    const findings: Finding[] = [];
    for (const { size, factor } of sizes) {
      for (const distinct of [false, true]) {
        const work = prepareWork(size, distinct);
        const expected = deployOurs(work);
        const side = (name: string, deploy: () => number) => {
          if (deploy() !== expected) throw new Error(`${name} gave another answer.`);
          return { name, take: () => measureProcessorTime(deploy, turnMilliseconds) };
        };
        const ours = side('ours', () => deployOurs(work));
        for (const peer of peers.filter(({ name }) => !distinct || name === fastest)) {
          const shapes = distinct ? ', no two queries alike' : '';
          options.note(`jmespath-deployment: ${size} resources, ${peer.name}${shapes}`);
          const theirs = side(peer.name, () => deployPeer(peer, work));
          const { ratios, sides } = await measurePairs(theirs, ours, options.pairs, 'ms');
          const measured = `CPU of ${peer.name} over ours, ${size.toLocaleString('en-US')}${shapes}`;
          const goal: Goal = { bound: 'atLeast', value: factor };
          findings.push({ measured, samples: ratios, unit: 'x', sides, ...(distinct ? {} : { goal }) });
        }
      }
    }
    return findings;
  },
};
