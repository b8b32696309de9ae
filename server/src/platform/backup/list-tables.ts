import type pg from 'pg';
import { jobSchema } from '../jobs/job-schema.ts';

export interface TableToCopy {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, table }: Pick<TableToCopy, 'schema' | 'table'>): string =>
  `${quoted(schema)}.${quoted(table)}`;

/** Jobs that wait belong to the data; the job library's own bookkeeping of its schema does not. */
const jobTables = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs'].map(
  (table) => `${jobSchema}.${table}`,
);
const notOurs = new Set(['schema_migrations']);

/** Every table with data of ours, parents before the tables that refer to them, so that foreign keys hold while loading. */
export const listTables = async (client: pg.Client): Promise<TableToCopy[]> => {
  const { rows } = await client.query<{ schema: string; table: string; columns: string[]; parents: string[] }>(
    `SELECT n.nspname AS schema, c.relname AS "table",
            (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
            ARRAY(SELECT DISTINCT fn.nspname || '.' || f.relname FROM pg_constraint k
              JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
              WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid)::text[] AS parents
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND (n.nspname = 'public' OR (n.nspname || '.' || c.relname) = ANY($1::text[]))
     ORDER BY n.nspname, c.relname`,
    [jobTables],
  );
  return sortByParents(rows.filter((row) => !notOurs.has(row.table)));
};

interface Node {
  readonly schema: string;
  readonly table: string;
  readonly parents: readonly string[];
}

export const sortByParents = <Row extends Node>(rows: readonly Row[]): Row[] => {
  const waiting = new Map(rows.map((row) => [`${row.schema}.${row.table}`, row]));
  const sorted: Row[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(([, row]) => !row.parents.some((parent) => waiting.has(parent)));
    if (free.length === 0)
      throw new Error(`Tables refer to one another in a circle: ${[...waiting.keys()].join(', ')}.`);
    for (const [name, row] of free) {
      sorted.push(row);
      waiting.delete(name);
    }
  }
  return sorted;
};
