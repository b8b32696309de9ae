import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Asset {
  readonly name: string;
  readonly address: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

const load = (file: string, mediaType: string): Asset => {
  const content = readFileSync(new URL(`./${file}`, import.meta.url));
  const [word = '', ending = ''] = file.split('.');
  // The name changes with the content, so that browsers may keep it for good.
  const name = `${word}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.${ending}`;
  return { name, address: `/identity/assets/${name}`, mediaType, content };
};

/** The files that pages refer to, part of the program. */
export const assets = {
  style: load('pages.css', 'text/css; charset=utf-8'),
  script: load('pages.js', 'text/javascript; charset=utf-8'),
  icon: load('icon.svg', 'image/svg+xml'),
} as const;
