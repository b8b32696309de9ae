import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/index.ts';
import { migrate } from '../server/src/platform/database/index.ts';
import { generateSettingsReference } from './generate-settings-reference.ts';
import { generateTableTypes } from './generate-table-types.ts';
import { rootFolder } from './run-program.ts';

interface Output {
  readonly path: string;
  readonly text: string;
}

/** Everything that is derived and committed. The check makes it again and compares. */
const makeOutputs = async (): Promise<Output[]> => {
  const tables = await withDatabase(generateTableTypes);
  const { generateApiOutputs } = await import('./generate-api-outputs.ts');
  return [
    { path: 'server/src/platform/database/tables.generated.ts', text: tables },
    {
      path: 'docs/operations.md',
      text: generateSettingsReference(await readFile(join(rootFolder, 'docs/operations.md'), 'utf8')),
    },
    ...(await generateApiOutputs()),
  ];
};

const withDatabase = async <Result>(use: (connection: pg.ClientConfig) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-generate-'));
  try {
    const server = await startEmbeddedPostgres({ dataFolder: folder, onStep: () => undefined });
    try {
      await migrate(server.connection);
      return await use(server.connection);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const onlyCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const { path, text } of await makeOutputs()) {
  const file = join(rootFolder, path);
  const current = await readFile(file, 'utf8').catch(() => undefined);
  if (current === text) continue;
  stale.push(relative(rootFolder, file));
  if (onlyCheck) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
if (stale.length > 0) {
  console.log(onlyCheck ? `Out of date, run "npm run generate": ${stale.join(', ')}` : `Wrote ${stale.join(', ')}`);
}
process.exit(onlyCheck && stale.length > 0 ? 1 : 0);
