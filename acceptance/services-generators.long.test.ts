import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const documents = fileURLToPath(new URL('../docs/openapi/', import.meta.url));
/** Peers are installed with the benchmarks: they are large, and never reach the product. */
const peers = fileURLToPath(new URL('../bench/node_modules/', import.meta.url));
const generator = join(peers, 'openapi-typescript/bin/cli.js');
const linter = join(peers, '@redocly/cli/bin/cli.js');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-generators-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('tools that clients are made with', () => {
  test.each(['directory', 'portal', 'deployments'])('accept the document of %s', async (area) => {
    const types = join(folder, `${area}.ts`);
    await run(process.execPath, [generator, join(documents, `${area}.json`), '-o', types]);
    expect(await readFile(types, 'utf8')).toContain('export interface operations');
    // It ends with another code than 0 when it finds an error; warnings are about taste.
    const lint = await run(process.execPath, [linter, 'lint', join(documents, `${area}.json`), '--format=json']);
    expect(JSON.parse(lint.stdout).totals.errors).toBe(0);
  });
});
