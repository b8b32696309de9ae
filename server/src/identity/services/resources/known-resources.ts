import type { Handle, Transaction } from '../../../platform/database/index.ts';
import type { ChangeJournal } from './change-journal.ts';
import type { ResourceGroup } from './resource-group-store.ts';
import { holdResources, type ResourceRow, selectResourceRows } from './resource-store.ts';

/**
 * What one submission has read or written already. A large template names its resources once, at the start, and is then
 * spared a question per resource. It lives as long as the transaction that it was read in, and no longer.
 */
export interface KnownResources {
  readonly projectId: string;
  /** By name; null where the project has no such resource. */
  readonly rows: Map<string, ResourceRow | null>;
  /** Groups by name; null where the project has none. What is not here nobody has looked for. */
  readonly groups?: ReadonlyMap<string, ResourceGroup | null>;
  /** Where changes are noted that are told at the end; absent for a change that stands alone. */
  readonly journal?: ChangeJournal;
}

export const readRows = async (handle: Handle, known: KnownResources, names: readonly string[]): Promise<void> => {
  const fresh = freshNames(known, names);
  if (fresh.length > 0) noteRows(known, fresh, await selectResourceRows(handle, known.projectId, fresh));
};

/** The same for a deployment, which holds what it may change. */
export const readRowsForUpdate = async (
  transaction: Transaction,
  known: KnownResources,
  names: readonly string[],
): Promise<void> => {
  const fresh = freshNames(known, names);
  if (fresh.length > 0) noteRows(known, fresh, await holdResources(transaction, known.projectId, fresh));
};

const freshNames = (known: KnownResources, names: readonly string[]): readonly string[] =>
  names.filter((name) => !known.rows.has(name));

export const noteRows = (known: KnownResources, names: readonly string[], rows: readonly ResourceRow[]): void => {
  for (const name of names) known.rows.set(name, null);
  for (const row of rows) known.rows.set(row.name, row);
};

/** Ids of known resources of a type, so that all of them can be read in one question. */
export const knownIdsOf = (known: KnownResources, resourceType: string): string[] =>
  [...known.rows.values()].flatMap((row) => (row?.resourceType === resourceType ? [row.id] : []));
