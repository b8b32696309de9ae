import pg from 'pg';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly generated: boolean;
}

const typeOf: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  // Beyond 2^53 a number would lie, so the driver hands these over as text.
  int8: 'string',
  interval: 'string',
  jsonb: 'unknown',
  name: 'string',
  numeric: 'string',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  xid8: 'string',
};

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string): string => camelCase(`_${name}`);

/** The text of tables.generated.ts for the schema `public` of a migrated database. */
export const generateTableTypes = async (connection: pg.ClientConfig): Promise<string> => {
  const columns = await readColumns(connection);
  const tables = Map.groupBy(columns, (column) => column.table);
  const interfaces = [...tables].map(
    ([table, members]) => `export interface ${pascalCase(table)}Table {\n${members.map(describeColumn).join('')}}\n`,
  );
  const all = [...tables.keys()].map((table) => `  ${camelCase(table)}: ${pascalCase(table)}Table;\n`);
  return [
    '// Made by `npm run generate` from the migrated schema. Do not edit.\n',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';\n\n",
    interfaces.join('\n'),
    `\nexport interface Tables {\n${all.join('')}}\n`,
  ].join('');
};

const readColumns = async (connection: pg.ClientConfig): Promise<Column[]> => {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `SELECT c.relname AS "table", a.attname AS "column", t.typname AS type, NOT a.attnotnull AS nullable,
              a.atthasdef OR a.attidentity <> '' AS "hasDefault",
              a.attgenerated <> '' OR a.attidentity = 'a' AS generated
       FROM pg_attribute a
       JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
       JOIN pg_type t ON t.oid = a.atttypid
       WHERE a.attnum > 0 AND NOT a.attisdropped
       ORDER BY c.relname, a.attnum`,
    );
    return rows;
  } finally {
    await client.end();
  }
};

const describeColumn = (column: Column): string => `  ${camelCase(column.column)}: ${columnType(column)};\n`;

const columnType = (column: Column): string => {
  const isArray = column.type.startsWith('_');
  const element = typeOf[isArray ? column.type.slice(1) : column.type];
  if (element === undefined)
    throw new Error(`${column.table}.${column.column} has the type ${column.type}, which is not known here.`);
  const value = `${isArray ? `${element}[]` : element}${column.nullable ? ' | null' : ''}`;
  if (column.generated) return `GeneratedAlways<${value}>`;
  // What is written to jsonb is text: the driver would turn a JavaScript array into a PostgreSQL array.
  if (column.type === 'jsonb') {
    const written = `string${column.nullable ? ' | null' : ''}`;
    return `ColumnType<unknown, ${written}${column.hasDefault || column.nullable ? ' | undefined' : ''}, ${written}>`;
  }
  return column.hasDefault ? `Generated<${value}>` : value;
};
