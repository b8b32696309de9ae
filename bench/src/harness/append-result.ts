import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export const resultsFile = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));

export interface Result {
  readonly command: string;
  readonly date: Date;
  readonly machine: string;
  readonly settings: string;
  readonly table: string;
}

/** Adds a run at the end of RESULTS.md; earlier runs stay, so that a change over time can be seen. */
export const appendResult = async ({ command, date, machine, settings, table }: Result): Promise<void> => {
  const day = date.toISOString().slice(0, 10);
  await appendFile(resultsFile, `\n## ${day} \`${command}\`\n\n${machine}; ${settings}\n\n${table}\n`);
};
