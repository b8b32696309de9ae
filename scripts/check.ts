import { runProgram } from './run-program.ts';

interface Check {
  readonly name: string;
  readonly program: readonly [string, ...string[]];
}

const checks: readonly Check[] = [
  { name: 'types', program: ['tsc', '--noEmit'] },
  { name: 'lint and format', program: ['biome', 'check', '--error-on-warnings'] },
  { name: 'generated files', program: ['node', 'scripts/generate.ts', '--check'] },
];

/** Runs every check, prints a line each, and gives the numbers of those that passed and failed. */
export const runChecks = async (): Promise<{ passed: number; failed: number }> => {
  let failed = 0;
  for (const { name, program } of checks) {
    const [command, ...words] = program;
    const begun = performance.now();
    const code = await runProgram(command, words);
    if (code !== 0) failed += 1;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  }
  return { passed: checks.length - failed, failed };
};

if (import.meta.main) process.exitCode = (await runChecks()).failed === 0 ? 0 : 1;
