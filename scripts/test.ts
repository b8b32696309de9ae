import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import { rootFolder, runProgram } from './run-program.ts';

interface VitestSummary {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const runTests = async (projects: readonly string[]): Promise<{ passed: number; failed: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-test-'));
  const summaryFile = join(folder, 'summary.json');
  try {
    const code = await runProgram('vitest', [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${summaryFile}`,
    ]);
    const summary = JSON.parse(await readFile(summaryFile, 'utf8')) as VitestSummary;
    // A file that could not even be loaded has no tests to count, and would otherwise go unseen.
    const unloaded = summary.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    const failed = summary.numFailedTests + unloaded.length;
    return { passed: summary.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const long = process.argv.includes('--long');
if (long) await runProgram('npm', ['ci', '--no-audit', '--no-fund'], join(rootFolder, 'bench'));
const checks = await runChecks();
const tests = await runTests(['pure', 'database', 'acceptance', ...(long ? ['long'] : [])]);
const passed = checks.passed + tests.passed;
const failed = checks.failed + tests.failed;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
