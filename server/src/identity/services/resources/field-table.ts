import { addProblem, addWarning, type Findings, pointerOf } from './findings.ts';
import type { Reader } from './readers.ts';
import { findUnknown, UnknownValue } from './unknown-value.ts';

/** One setting of a resource: where it stands in the template and in the provisioned resource, and how it is read. */
export interface Field<Value> {
  /** Members from the resource down, such as `['sections', 'properties', 'visible']`. */
  readonly path: readonly string[];
  /** What null means, and absence when the resource is made (contract A10). */
  readonly cleared: Value;
  readonly read: Reader<Value>;
  readonly write: (value: Value) => unknown;
  /** The order of the list says nothing. */
  readonly isSet?: true;
}

/** Every setting of a resource type. Reading, writing and comparing all go by this one table, so that they agree. */
export type FieldTable<Settings> = { readonly [Member in keyof Settings]: Field<Settings[Member]> };

export interface GivenFields<Settings> {
  /** What the template says. Absent members stay as they are. */
  readonly given: Partial<Settings>;
  /** Members whose value nobody knows before the deployment runs. */
  readonly unknown: ReadonlyMap<keyof Settings, UnknownValue>;
}

type AnyField = Field<unknown>;
const entriesOf = <Settings extends object>(table: FieldTable<Settings>): [keyof Settings, AnyField][] =>
  Object.entries(table) as [string, AnyField][] as [keyof Settings, AnyField][];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `sections`, then `properties` or `advanced`: null there says nothing; null further down clears what it holds. */
const sectionDepth = 2;

/** The value at the end of the path; undefined when the template does not say anything there. */
const valueAt = (resource: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, member, depth) => {
    if (value === null && depth > sectionDepth) return null;
    return isObject(value) && Object.hasOwn(value, member) ? value[member] : undefined;
  }, resource);

/** JSON pointer of a setting; worked out once, because large templates ask for it thousands of times. */
export const pointerOfField = (field: Pick<Field<never>, 'path'>): string => {
  const known = pointers.get(field);
  if (known !== undefined) return known;
  const pointer = pointerOf(field.path);
  pointers.set(field, pointer);
  return pointer;
};
const pointers = new WeakMap<object, string>();

/** Reads all settings that the template gives. `known` are paths that are read elsewhere: one list, made once. */
export const readFields = <Settings extends object>(
  table: FieldTable<Settings>,
  resource: unknown,
  findings: Findings,
  known: readonly (readonly string[])[],
): GivenFields<Settings> => {
  const given: Partial<Settings> = {};
  const unknown = new Map<keyof Settings, UnknownValue>();
  for (const [member, field] of entriesOf(table)) {
    const value = valueAt(resource, field.path);
    if (value === undefined) continue;
    const later = findUnknown(value);
    if (later !== undefined) {
      unknown.set(member, later);
      continue;
    }
    const place = { pointer: pointerOfField(field), name: field.path.at(-1) ?? '', findings };
    const read = value === null ? field.cleared : field.read(value, place);
    if (read !== undefined) given[member] = read as Settings[keyof Settings];
  }
  checkContainers(resource, containersOf(table, known), findings);
  return { given, unknown };
};

interface Container {
  readonly path: readonly string[];
  readonly pointer: string;
  readonly members: ReadonlySet<string>;
}

/** The objects on the way to the settings, each with the members that lead somewhere; worked out once per table. */
const containersOf = <Settings extends object>(
  table: FieldTable<Settings>,
  known: readonly (readonly string[])[],
): readonly Container[] => {
  const found = containers.get(table);
  if (found?.known === known) return found.all;
  const paths = [...entriesOf(table).map(([, field]) => field.path), ...known];
  const byPointer = new Map<string, Container & { readonly members: Set<string> }>();
  for (const path of paths) {
    for (const [depth, member] of path.entries()) {
      const parent = path.slice(0, depth);
      const pointer = pointerOf(parent);
      const container = byPointer.get(pointer) ?? { path: parent, pointer, members: new Set() };
      container.members.add(member);
      byPointer.set(pointer, container);
    }
  }
  const all = [...byPointer.values()];
  containers.set(table, { known, all });
  return all;
};
const containers = new WeakMap<object, { readonly known: unknown; readonly all: readonly Container[] }>();

/** Objects on the way to a setting must be objects; members that lead nowhere are likely mistyped. */
const checkContainers = (resource: unknown, all: readonly Container[], findings: Findings): void => {
  for (const { path, pointer, members } of all) {
    const value = valueAt(resource, path);
    if (value === undefined || value === null || value instanceof UnknownValue) continue;
    if (!isObject(value)) {
      addProblem(findings, pointer, `${path.at(-1) ?? 'The resource'} must be an object.`);
      continue;
    }
    for (const member of Object.keys(value)) {
      if (members.has(member)) continue;
      const shown = member.slice(0, 100);
      addWarning(findings, pointer + pointerOf([shown]), `${shown} is not known and has no effect.`);
    }
  }
};

/** Given members replace, absent ones keep what is stored, or their default in a new resource (contract A10). */
export const mergeFields = <Settings extends object>(
  table: FieldTable<Settings>,
  stored: Settings | undefined,
  given: Partial<Settings>,
): Settings => {
  const merged: Partial<Settings> = {};
  for (const [member, field] of entriesOf(table)) {
    const value = Object.hasOwn(given, member) ? given[member] : stored?.[member];
    merged[member] = (value === undefined ? field.cleared : value) as Settings[keyof Settings];
  }
  return merged as Settings;
};

/** The settings in the form of the template. */
export const writeFields = <Settings extends object>(
  table: FieldTable<Settings>,
  settings: Settings,
): Readonly<Record<string, unknown>> => {
  const resource: Record<string, unknown> = {};
  for (const [member, field] of entriesOf(table)) {
    let container = resource;
    for (const name of field.path.slice(0, -1)) {
      container[name] ??= {};
      container = container[name] as Record<string, unknown>;
    }
    container[field.path.at(-1) ?? ''] = field.write(settings[member]);
  }
  return resource;
};
