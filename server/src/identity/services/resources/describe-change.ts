import { type FieldTable, pointerOfField } from './field-table.ts';
import type { UnknownValue } from './unknown-value.ts';

/** A setting that a deployment changes, in the form of the template. */
export interface FieldChange {
  /** JSON pointer into the resource. */
  readonly path: string;
  /** Absent in a new resource. */
  readonly before?: unknown;
  /** Absent while nobody knows it. */
  readonly after?: unknown;
  /** The query that will give the value. */
  readonly query?: string;
}

const sorted = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).sort() : value);

/**
 * What differs between two states of a resource. A new one (`before` undefined) differs by what is not the default.
 * Plan, deployment and drift all ask this one function, so that a plan right after a deployment is empty (contract A19).
 */
export const describeChange = <Settings extends object>(
  table: FieldTable<Settings>,
  before: Settings | undefined,
  after: Settings,
  unknown: ReadonlyMap<keyof Settings, UnknownValue> = new Map(),
): readonly FieldChange[] => {
  const changes: FieldChange[] = [];
  for (const member of Object.keys(table) as (keyof Settings & string)[]) {
    const field = table[member];
    const path = pointerOfField(field);
    const old = field.write(before === undefined ? field.cleared : before[member]);
    const fresh = field.write(after[member]);
    const start = before === undefined ? { path } : { path, before: old };
    const later = unknown.get(member);
    if (later !== undefined) {
      changes.push({ ...start, query: later.query });
      continue;
    }
    const [left, right] = field.isSet === true ? [sorted(old), sorted(fresh)] : [old, fresh];
    if (JSON.stringify(left) !== JSON.stringify(right)) changes.push({ ...start, after: fresh });
  }
  return changes;
};
