import cluster from 'node:cluster';
import { type Config, readConfig, settings } from '../config.ts';
import { findUnknownVariables } from '../platform/settings/find-unknown-variables.ts';
import { SettingsError } from '../platform/settings/settings.ts';
import { portolanVersion } from '../platform/settings/version.ts';
import { helpText } from './help-text.ts';

interface Command {
  readonly words: readonly string[];
  /** What follows the words, for the help. */
  readonly takes: string;
  readonly does: string;
  readonly run: (config: Config, rest: readonly string[]) => Promise<number>;
}

/** Loaded when needed: a look at the help should not start half a server. */
export const commands: readonly Command[] = [
  {
    words: ['start'],
    takes: '',
    does: 'Run the server (what happens without a command).',
    run: async (config) => await (await import('./start.ts')).start(config),
  },
  {
    words: ['backup'],
    takes: 'FILE',
    does: 'Write a consistent copy of all tables and blobs to a new file.',
    run: async (config, rest) => await (await import('./backup.ts')).backup(config, rest),
  },
  {
    words: ['restore'],
    takes: 'FILE',
    does: 'Fill an empty installation from a backup.',
    run: async (config, rest) => await (await import('./restore.ts')).restore(config, rest),
  },
  {
    words: ['audit', 'verify'],
    takes: '',
    does: 'Check that nobody changed the audit log.',
    run: async (config) => await (await import('./verify-audit.ts')).verifyAuditLog(config),
  },
  {
    words: ['keys', 'rotate'],
    takes: '',
    does: 'Put every stored secret under the newest encryption key.',
    run: async (config) => await (await import('./rotate-keys.ts')).rotateKeys(config),
  },
];

/** Does what the command line asks for. Resolves to the exit code; problems of the caller are one sentence each. */
export const runCommand = async (
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> => {
  try {
    if (words.includes('--help') || words.includes('-h')) return print(helpText(commands));
    if (words.includes('--version')) return print(portolanVersion);
    const config = readConfig(environment);
    // Only told: machines that run services put variables of their own beside ours.
    if (cluster.isPrimary) tell(findUnknownVariables(settings, environment, 'PORTOLAN_'));
    if (words.includes('--check-config')) return print('The settings are fine.');
    if (cluster.isWorker) return await (await import('./work.ts')).work(config);
    const asked = words.length === 0 ? ['start'] : words;
    const command = commands.find((candidate) => candidate.words.every((word, index) => asked[index] === word));
    if (command === undefined) throw new Error(`There is no command "${words.join(' ')}". portolan --help lists them.`);
    return await command.run(config, asked.slice(command.words.length));
  } catch (error) {
    const sentences =
      error instanceof SettingsError ? error.problems : [error instanceof Error ? error.message : String(error)];
    tell(sentences);
    if (environment.PORTOLAN_LOG_LEVEL === 'debug') console.error(error);
    return 1;
  }
};

const tell = (sentences: readonly string[]): void => {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
};

const print = (text: string): number => {
  process.stdout.write(`${text}\n`);
  return 0;
};
