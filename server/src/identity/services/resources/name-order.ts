import { type RawBuilder, sql } from 'kysely';
import type { NamePage } from '../../../accounts/index.ts';

type NamedTable = 'resource_groups' | 'resources' | 'services' | 'applications';

/** The condition that continues a list ordered by name and id after the last row of the page before. */
export const afterPlace = (table: NamedTable, after: NamePage['after']): RawBuilder<boolean> =>
  after === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(`${table}.name_key`)}, ${sql.ref(`${table}.id`)}) > (${after.nameKey}, ${after.id}::uuid)`;

/** The condition on the beginning of a name, in any case; the text's own `%` and `_` stand for themselves. */
export const startsWith = (table: NamedTable, search: string | undefined): RawBuilder<boolean> =>
  search === undefined
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(`${table}.name_key`)} LIKE lower(${`${search.replaceAll(/[\\%_]/g, '\\$&')}%`})`;
