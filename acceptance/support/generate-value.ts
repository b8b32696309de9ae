import type { Json } from './api-document.ts';

/** Numbers between 0 and 1 that come again with the same seed, so that a failure can be repeated. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** What breaks programs: found in the field, not invented. */
const nasty: readonly unknown[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '😀'.repeat(50),
  'x'.repeat(5_000),
  "'; DROP TABLE users; --",
  '../../etc/passwd',
  '..%2f..%2f',
  '<script>alert(1)</script>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
  '#{7*7}',
  '{{7*7}}',
  '%00',
  '%ff',
  '\\',
  '\r\nX-Injected: yes',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '99999999999999999999',
  '1.5',
  'true',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '2026-02-30T25:61:61Z',
  '0000-00-00',
  '+275760-09-13',
  'a@b',
  '@',
  'a@b@c',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '𝕏',
  'ＡＢＣ',
  '\ufeff',
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  false,
  null,
  [],
  [[]],
  {},
  { __proto__: null, constructor: 1 },
  ['a', 1, null, {}],
];

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** Any value as a text that a URL or a header can carry. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

export const nastyValue = (random: () => number): unknown => pick(nasty, random);

const formats: Readonly<Record<string, (random: () => number) => string>> = {
  uuid: (random) => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(random() * 16).toString(16)),
  email: (random) => `someone${Math.floor(random() * 1e6)}@example.com`,
  'date-time': (random) => new Date(random() * 4e12).toISOString(),
  uri: (random) => `https://example.com/${Math.floor(random() * 1e6)}`,
  byte: (random) => Buffer.from(String(random())).toString('base64'),
};

/** A value that mostly fits the schema and sometimes, anywhere inside, does not. */
export const generateValue = (
  schema: Json,
  resolve: (schema: Json) => Json,
  random: () => number,
  depth = 0,
): unknown => {
  if (random() < 0.08) return nastyValue(random);
  const known = resolve(schema);
  const options = (known.anyOf ?? known.oneOf) as readonly Json[] | undefined;
  if (options !== undefined) return generateValue(pick(options, random) ?? {}, resolve, random, depth);
  if ('const' in known) return known.const;
  if (Array.isArray(known.enum)) return pick(known.enum, random);
  switch (known.type) {
    case 'string':
      return formats[String(known.format)]?.(random) ?? `text ${Math.floor(random() * 1e6)}`;
    case 'integer':
      return Math.floor((random() - 0.2) * Number(known.maximum ?? 1_000));
    case 'number':
      return (random() - 0.2) * 1_000;
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return Array.from({ length: depth > 3 ? 0 : Math.floor(random() * 4) }, () =>
        generateValue((known.items ?? {}) as Json, resolve, random, depth + 1),
      );
    case 'object':
      return generateObject(known, resolve, random, depth);
    default:
      return nastyValue(random);
  }
};

const generateObject = (
  schema: Json,
  resolve: (schema: Json) => Json,
  random: () => number,
  depth: number,
): unknown => {
  const required = new Set((schema.required ?? []) as readonly string[]);
  const members = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    .filter(([name]) => (required.has(name) ? random() > 0.05 : random() < 0.5))
    .map(([name, member]) => [name, generateValue(member, resolve, random, depth + 1)] as const);
  const extra = random() < 0.1 ? [[asText(nastyValue(random)), nastyValue(random)] as const] : [];
  return Object.fromEntries([...members, ...extra]);
};
