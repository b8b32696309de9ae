import type { Handle, Transaction } from '../../../platform/database/index.ts';
import { lockResourceRows, type ResourceRow, selectResourceRows } from './resource-store.ts';

/**
 * What one submission has read or written already. A large template names its resources once, at the start, and is then
 * spared a question per resource. It lives as long as the transaction that it was read in, and no longer.
 */
export interface KnownResources {
  readonly projectId: string;
  /** By name; null where the project has no such resource. */
  readonly rows: Map<string, ResourceRow | null>;
}

export const readRows = async (handle: Handle, known: KnownResources, names: readonly string[]): Promise<void> => {
  const fresh = names.filter((name) => !known.rows.has(name));
  if (fresh.length === 0) return;
  for (const name of fresh) known.rows.set(name, null);
  for (const row of await selectResourceRows(handle, known.projectId, fresh)) known.rows.set(row.name, row);
};

/** The same for a deployment, which holds what it may change. */
export const readRowsForUpdate = async (
  transaction: Transaction,
  known: KnownResources,
  names: readonly string[],
): Promise<void> => {
  const fresh = names.filter((name) => !known.rows.has(name));
  if (fresh.length === 0) return;
  await lockResourceRows(transaction, known.projectId, fresh);
  await readRows(transaction, known, fresh);
};

/** Ids of known resources of a type, so that all of them can be read in one question. */
export const knownIdsOf = (known: KnownResources, resourceType: string): string[] =>
  [...known.rows.values()].flatMap((row) => (row?.resourceType === resourceType ? [row.id] : []));
