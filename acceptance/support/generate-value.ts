import type { Json } from './api-document.ts';
import { asText, nastyText, nastyValue } from './nasty-values.ts';
import { below, pick, type Random } from './random.ts';

/** Values, or what makes them, by the name of the member or parameter that they are for; of lists, for each item. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

export interface ValueOptions {
  readonly resolve: (schema: Json) => Json;
  readonly random: Random;
  /** How often, anywhere inside, something comes that does not fit; 0 makes values that are valid throughout. */
  readonly wrong: number;
  /** Values that mean something, by the name of the member or parameter. */
  readonly known: Known;
}

const words = ['Orders', 'a', 'Grace Hopper', 'Zoë', '日本', 'x-1_2.3', 'two words', 'O’Neil'];

const formats: Readonly<Record<string, (random: Random) => string>> = {
  uuid: (random) => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => below(16, random).toString(16)),
  email: (random) => `someone${below(1e6, random)}@example.com`,
  'date-time': (random) => new Date(random() * 4e12).toISOString(),
  uri: (random) => `https://example.com/${below(1e6, random)}`,
  byte: (random) => Buffer.from(String(random())).toString('base64'),
  password: (random) => `a long password ${below(1e6, random)}`,
};

const patterns: Readonly<Record<string, (random: Random) => string>> = {
  '^[0-9A-Fa-f]{64}$': (random) => 'x'.repeat(64).replace(/x/g, () => below(16, random).toString(16)),
  '^[0-9]{1,18}$': (random) => String(below(1e15, random)),
};

const makeText = (schema: Json, random: Random): string => {
  const made = patterns[String(schema.pattern)] ?? formats[String(schema.format)];
  if (made !== undefined) return made(random);
  return `${pick(words, random)} ${below(1e6, random)}`.slice(0, Number(schema.maxLength ?? 1e3));
};

const makeNumber = (schema: Json, random: Random): number => {
  const least = Number(schema.minimum ?? 0);
  const most = Number(schema.maximum ?? 1_000);
  const chosen =
    pick([least, most, least + random() * (most - least), Math.min(most, least + random() * 10)], random) ?? 0;
  return schema.type === 'integer' || String(schema.format).startsWith('int') ? Math.floor(chosen) : chosen;
};

/** `type` may be a list; null is one of them where a member may be null. */
const typeOf = (schema: Json, random: Random): unknown => {
  if (!Array.isArray(schema.type)) return schema.type;
  const others = schema.type.filter((type) => type !== 'null');
  return random() < 0.1 && others.length < schema.type.length ? 'null' : pick(others, random);
};

/** A value for the schema: one that fits, except where `wrong` says otherwise. */
export const generateValue = (schema: Json, options: ValueOptions, name = '', depth = 0): unknown => {
  const { resolve, random, wrong } = options;
  if (wrong > 0 && random() < wrong) return nastyValue(random);
  const resolved = resolve(schema);
  const choices = (resolved.anyOf ?? resolved.oneOf) as readonly Json[] | undefined;
  if (choices !== undefined) {
    const others = choices.filter((choice) => choice.type !== 'null');
    return generateValue(pick(random() < 0.1 ? choices : others, random) ?? {}, options, name, depth);
  }
  const type = typeOf(resolved, random);
  const isScalar = type !== 'array' && type !== 'object';
  const fitting = isScalar ? pickKnown(name, options) : undefined;
  if (fitting !== undefined) return fitting;
  if ('const' in resolved) return resolved.const;
  if (Array.isArray(resolved.enum)) return pick(resolved.enum, random);
  switch (type) {
    case 'string':
      return makeText(resolved, random);
    case 'integer':
    case 'number':
      return makeNumber({ ...resolved, type }, random);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array': {
      const most = Math.min(4, Number(resolved.maxItems ?? 4) + 1);
      return Array.from({ length: depth > 4 ? 0 : below(most, random) }, () =>
        generateValue((resolved.items ?? {}) as Json, options, name, depth + 1),
      );
    }
    case 'object':
      return generateObject(resolved, options, depth);
    default:
      return nastyValue(random);
  }
};

const pickKnown = (name: string, { known, random, wrong }: ValueOptions): unknown => {
  const values = Object.hasOwn(known, name) ? known[name] : undefined;
  if (values === undefined || random() > (wrong > 0 ? 0.6 : 0.9)) return undefined;
  const value = pick(values, random);
  return typeof value === 'function' ? (value as (random: Random) => unknown)(random) : value;
};

const generateObject = (schema: Json, options: ValueOptions, depth: number): unknown => {
  const { random, wrong } = options;
  const required = new Set((schema.required ?? []) as readonly string[]);
  const members = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    .filter(([name]) => (required.has(name) ? random() >= wrong / 2 : random() < (wrong > 0 ? 0.4 : 0.75)))
    .map(([name, member]) => [name, generateValue(member, options, name, depth + 1)] as const);
  const extra = wrong > 0 && random() < 0.1 ? [[nastyText(random), nastyValue(random)] as const] : [];
  return Object.fromEntries([...members, ...extra]);
};

/** The value with one place of it, anywhere inside, turned into something that breaks programs. */
export const spoilOnePlace = (value: unknown, random: Random): unknown => {
  if (typeof value !== 'object' || value === null || random() < 0.15) return nastyValue(random);
  const entries = Object.entries(value);
  const spoilt = below(Math.max(1, entries.length), random);
  const changed = entries.map(([name, member], place) => {
    if (place !== spoilt) return [name, member] as const;
    if (random() < 0.05) return [asText(nastyValue(random)), member] as const;
    return [name, spoilOnePlace(member, random)] as const;
  });
  return Array.isArray(value) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
};
