import { sql } from 'kysely';
import { type Database, inTransaction } from '../database/index.ts';
import type { SecretBox } from '../secrets/index.ts';

const rowsAtOnce = 500;

interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

/**
 * Puts every sealed value under the current key and then forgets the other keys. Finds the values by the convention that
 * their columns are called `sealed_...`. May be repeated, and may run while the server does: what is sealed meanwhile is
 * under the current key already, provided that the servers were restarted with it.
 */
export const rewrapSecrets = async (
  database: Database,
  box: SecretBox,
  currentFingerprint: string,
): Promise<number> => {
  const { rows: columns } = await sql<SealedColumn>`
    SELECT c.relname AS "table", a.attname AS "column"
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
    JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    WHERE a.attname LIKE 'sealed\\_%' AND NOT a.attisdropped
    ORDER BY 1, 2`.execute(database);
  let rewrapped = 0;
  for (const column of columns) rewrapped += await rewrapColumn(database, box, column);
  await database.deleteFrom('encryptionKeys').where('fingerprint', '!=', currentFingerprint).execute();
  return rewrapped;
};

const rewrapColumn = async (database: Database, box: SecretBox, { table, column }: SealedColumn): Promise<number> => {
  let rewrapped = 0;
  for (let after = '(0,0)'; ; ) {
    const { last, count } = await inTransaction(database, async (transaction) => {
      const { rows } = await sql<{ place: string; sealed: string }>`
        SELECT ctid::text AS place, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
        WHERE ctid > ${after}::tid AND ${sql.ref(column)} IS NOT NULL
        ORDER BY ctid LIMIT ${rowsAtOnce} FOR UPDATE`.execute(transaction);
      const old = rows.filter((row) => box.needsRewrap(row.sealed));
      for (const row of old) {
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${box.rewrap(row.sealed)} WHERE ctid = ${row.place}::tid`.execute(
          transaction,
        );
      }
      return { last: rows.at(-1)?.place, count: old.length };
    });
    rewrapped += count;
    if (last === undefined) return rewrapped;
    after = last;
  }
};
