import { settings } from '../server/src/config.ts';

const begin = '<!-- settings: begin (made by npm run generate) -->';
const end = '<!-- settings: end -->';

/** docs/operations.md with its table of settings made anew from config.ts. */
export const generateSettingsReference = (page: string): string => {
  const rows = Object.values(settings).map((entry) => {
    const fallback = entry.fallback === undefined || entry.fallback === ',' ? '' : `\`${entry.fallback}\``;
    return `| \`${entry.variable}\` | ${entry.describes.replaceAll('|', '\\|')} | ${fallback} | \`${entry.example}\` |`;
  });
  const table = ['| variable | meaning | default | example |', '|---|---|---|---|', ...rows].join('\n');
  const start = page.indexOf(begin);
  const stop = page.indexOf(end);
  if (start < 0 || stop < start) throw new Error('docs/operations.md has lost the marks around its table of settings.');
  return `${page.slice(0, start)}${begin}\n${table}\n${page.slice(stop)}`;
};
