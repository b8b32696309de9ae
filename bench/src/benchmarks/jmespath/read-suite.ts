import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SuiteCase {
  readonly given: unknown;
  readonly expression: string;
  readonly result?: unknown;
  /** The class of the error that must come instead of a result. */
  readonly error?: string;
}

interface Suite {
  readonly given: unknown;
  readonly cases: readonly Omit<SuiteCase, 'given'>[];
}

/** The official cases, from the folder with its JSON files. Cases that measure time expect nothing and are left out. */
export const readSuite = async (folder: string): Promise<SuiteCase[]> => {
  const names = (await listFolder(folder)).filter((name) => name.endsWith('.json'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return files
    .flatMap((text) => JSON.parse(text) as Suite[])
    .flatMap(({ given, cases }) => cases.map((one) => ({ given, ...one })))
    .filter((one) => 'result' in one || one.error !== undefined);
};

const listFolder = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch {
    throw new Error('The official JMESPath cases are missing: PORTOLAN_JMESPATH_CASES must name the folder with them.');
  }
};
