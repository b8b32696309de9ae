import { type Handle, preparedQuery } from '../../../platform/database/index.ts';

/**
 * A statement that each connection parses and plans once: a deployment of a few resources spends most of its time on
 * planning otherwise. Columns are named one by one: what `*` means changes with the next migration, and a node that still
 * runs then would hold a plan that PostgreSQL refuses.
 */
export const prepareStatement =
  <Row = unknown>(name: string, text: string) =>
  async (handle: Handle, parameters: readonly unknown[]): Promise<readonly Row[]> =>
    (await handle.executeQuery<Row>(preparedQuery<Row>(name, text, parameters))).rows;

/**
 * A condition on a list of any length. PostgreSQL would otherwise look how long the list is, think that a plan for this
 * length is cheaper than one for any, and plan anew every time, which takes longer than to run it.
 */
export const isOneOf = (column: string, list: string): string => `${column} = ANY(ARRAY(SELECT unnest(${list})))`;
