import { styleText } from 'node:util';
import { benchmarks } from './benchmarks/index.ts';
import { appendResult } from './harness/append-result.ts';
import { type Benchmark, fewestPairs, type RunOptions } from './harness/benchmark.ts';
import { formatFindings } from './harness/format-findings.ts';
import { describeMachine, readLoad } from './harness/machine.ts';
import { readDatabaseVersion, startDatabase } from './programs/start-database.ts';
import { type CommandLine, readCommandLine } from './read-command-line.ts';

const title = ({ name, goal, about }: Benchmark): string =>
  `${styleText('bold', name)}${goal === undefined ? '' : ` (goal ${goal})`}: ${about}`;

const note = (text: string): void => {
  process.stderr.write(`${styleText('dim', `  ${text}`)}\n`);
};

const runOne = async (benchmark: Benchmark, machine: string, line: CommandLine): Promise<void> => {
  const loadBefore = readLoad();
  const options: RunOptions = { pairs: line.pairs, seconds: line.seconds, note };
  console.log(title(benchmark));
  const table = formatFindings(await benchmark.run(options));
  console.log(`\n${table}\n`);
  if (line.pairs < fewestPairs) {
    console.log(`Fewer than ${fewestPairs} pairs: a try, not a result.\n`);
  } else if (line.write) {
    const load = `load ${loadBefore} before, ${readLoad()} after`;
    const settings = `median of ${line.pairs}, turns of ${line.seconds} s, ${load}`;
    await appendResult({ command: `npm run bench -- ${benchmark.name}`, date: new Date(), machine, settings, table });
  }
};

try {
  const line = readCommandLine(process.argv.slice(2));
  if (line.list) {
    for (const benchmark of benchmarks) console.log(title(benchmark));
    console.log('\nnpm run bench -- NAME... | all [--pairs 5] [--seconds 3] [--write]');
  } else {
    const machine = describeMachine(await findDatabaseVersion());
    console.log(`${machine}\n`);
    for (const benchmark of line.chosen) {
      // One that cannot run must not keep the others from running.
      await runOne(benchmark, machine, line).catch((error: unknown) => fail(error));
    }
  }
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  console.error(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function findDatabaseVersion(): Promise<string> {
  await using database = await startDatabase();
  return await readDatabaseVersion(database.connection);
}
