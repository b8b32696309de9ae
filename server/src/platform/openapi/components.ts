import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';

type Json = Readonly<Record<string, unknown>>;

/** Collects every schema that has a title, so that the document names it once and refers to it elsewhere. */
export const createComponents = () => {
  const collected = new Map<string, Json>();

  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const { title } = value as { title?: unknown };
    if (typeof title === 'string') return referTo(title, value as Json);
    return copyMembers(value as Json);
  };

  const copyMembers = (value: Json): Json =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('~')).map(([name, member]) => [name, copy(member)]));

  const referTo = (title: string, schema: Json): Json => {
    const { title: _title, ...rest } = schema;
    const described = copyMembers(rest);
    const known = collected.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, described)) {
      throw new Error(`Two different schemas are both called ${title}.`);
    }
    collected.set(title, described);
    return { $ref: `#/components/schemas/${title}` };
  };

  return {
    reference: (schema: TSchema): Json => copy(schema) as Json,
    schemas: (): Json => Object.fromEntries([...collected].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};
