import { parseArgs } from 'node:util';
import { benchmarks } from './benchmarks/index.ts';
import type { Benchmark } from './harness/benchmark.ts';

export interface CommandLine {
  readonly chosen: readonly Benchmark[];
  readonly list: boolean;
  readonly pairs: number;
  readonly seconds: number;
  readonly write: boolean;
}

/** What `npm run bench -- ...` asks for; every mistake is one sentence. */
export const readCommandLine = (words: readonly string[]): CommandLine => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      write: { type: 'boolean', default: false },
    },
  });
  const list = positionals.length === 0 || positionals.includes('list');
  return {
    list,
    chosen: list ? [] : choose(positionals),
    pairs: readNumber('--pairs', values.pairs, 1, 100),
    seconds: readNumber('--seconds', values.seconds, 0.2, 600),
    write: values.write,
  };
};

const choose = (names: readonly string[]): readonly Benchmark[] => {
  if (names.includes('all')) return benchmarks;
  return names.map((name) => {
    const found = benchmarks.find((benchmark) => benchmark.name === name || benchmark.goal === name);
    if (found === undefined) {
      throw new Error(
        `There is no benchmark "${name}". Known: ${benchmarks.map((known) => known.name).join(', ')}, all.`,
      );
    }
    return found;
  });
};

const readNumber = (option: string, text: string, least: number, most: number): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most)) {
    throw new Error(`${option} must be a number from ${least} to ${most}.`);
  }
  return value;
};
