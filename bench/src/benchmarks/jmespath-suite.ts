import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { compile, evaluate, type JsonValue, QueryError } from '../../../server/src/deployments/query/index.ts';
import { randomFrom } from '../../../server/src/deployments/query/mutated-query.ts';
import type { Benchmark, Finding } from '../harness/benchmark.ts';
import { generatedData, generateQuery } from './jmespath/generate-query.ts';
import type { Peer } from './jmespath/peers.ts';
import { readSuite, type SuiteCase } from './jmespath/read-suite.ts';

/** The cases are not part of the project: they lie where PORTOLAN_JMESPATH_CASES says, or beside the checkout. */
const besideCheckout = fileURLToPath(new URL('../../../../shared/jmespath', import.meta.url));

interface Engine {
  readonly name: string;
  readonly search: (query: string, data: unknown) => unknown;
  /** Whether the error is of the class that the case asks for. Peers without classes need only fail. */
  readonly isClass: (error: unknown, name: string) => boolean;
}

const ours: Engine = {
  name: 'ours, error classes too',
  search: (query, data) => evaluate(compile(query), data as JsonValue),
  isClass: (error, name) => error instanceof QueryError && error.code === `query.${name}`,
};

const isRight = ({ search, isClass }: Engine, { given, expression, error, result }: SuiteCase): boolean => {
  try {
    const value = search(expression, structuredClone(given));
    return error === undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(value) ?? 'null'), result);
  } catch (problem) {
    return error !== undefined && isClass(problem, error);
  }
};

const generated = 20_000;

/** On how many generated queries both give the same value, or both refuse. */
const agreementWith = ({ name, search }: Peer): Finding => {
  const random = randomFrom(20_261_115);
  const outcome = (run: () => unknown): unknown => {
    try {
      return { value: JSON.parse(JSON.stringify(run()) ?? 'null') };
    } catch {
      return 'refused';
    }
  };
  let agreed = 0;
  for (let made = 0; made < generated; made += 1) {
    const query = generateQuery(random);
    const mine = outcome(() => ours.search(query, generatedData));
    if (
      isDeepStrictEqual(
        mine,
        outcome(() => search(query, structuredClone(generatedData))),
      )
    )
      agreed += 1;
  }
  const measured = `generated queries, same as ${name}`;
  const sides = `of ${generated.toLocaleString('en-US')}`;
  return { measured, samples: [agreed], unit: 'cases', sides, goal: { bound: 'atLeast', value: generated } };
};

export const jmespathSuite: Benchmark = {
  name: 'jmespath-suite',
  goal: 'S1',
  about: 'cases of the official JMESPath suite that come out right',
  run: async () => {
    const { peers } = await import('./jmespath/peers.ts');
    const cases = await readSuite(process.env.PORTOLAN_JMESPATH_CASES ?? besideCheckout);
    const engines: Engine[] = [ours, ...peers.map(({ name, search }) => ({ name, search, isClass: () => true }))];
    const right = engines.map(
      (engine): Finding => ({
        measured: engine.name,
        samples: [cases.filter((one) => isRight(engine, one)).length],
        unit: 'cases',
        sides: `of ${cases.length}`,
        ...(engine === ours ? { goal: { bound: 'atLeast', value: 892 } } : {}),
      }),
    );
    // The one with the most cases right, and the fastest of those.
    const best = peers.find(({ name }) => name === '@jmespath-community/jmespath');
    return best === undefined ? right : [...right, agreementWith(best)];
  },
};
