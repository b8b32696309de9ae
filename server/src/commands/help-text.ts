import { settings } from '../config.ts';

interface CommandHelp {
  readonly words: readonly string[];
  readonly takes: string;
  readonly does: string;
}

/** What `portolan --help` prints: the commands and every setting. */
export const helpText = (commands: readonly CommandHelp[]): string => {
  const name = (command: CommandHelp) => [...command.words, command.takes].join(' ').trim();
  const lines = commands.map((command) => `  ${name(command).padEnd(18)} ${command.does}`);
  const variables = Object.values(settings).map((entry) => {
    const fallback = entry.fallback === undefined || entry.fallback === ',' ? '' : ` Default: ${entry.fallback}`;
    return `  ${entry.variable}\n      ${entry.describes}${fallback}`;
  });
  return [
    'Portolan: deployments, identity and data sharing in one server',
    '',
    'Usage: portolan [COMMAND]',
    '',
    'Commands',
    ...lines,
    '',
    'Options',
    '  --check-config     Check the settings and exit.',
    '  --version          Print the version and exit.',
    '  --help             Print this text and exit.',
    '',
    'Settings (environment variables)',
    ...variables,
  ].join('\n');
};
