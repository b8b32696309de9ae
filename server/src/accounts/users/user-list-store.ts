import { type ExpressionBuilder, sql } from 'kysely';
import type { Handle, Tables } from '../../platform/database/index.ts';
import { type NamePage, startsWithPattern } from '../name-page.ts';
import { type TenantScope, tenantOf } from '../tenant-scope.ts';
import type { User } from './user.ts';
import { toUser, userColumns } from './user-store.ts';

export interface UserFilter {
  readonly scope: TenantScope;
  /** The beginning of a name or e-mail address, in any case. */
  readonly search?: string | undefined;
  readonly state?: 'activated' | 'invited' | 'deactivated' | undefined;
}

const matches = ({ scope, search, state }: UserFilter) => {
  const tenantId = tenantOf(scope);
  return (eb: ExpressionBuilder<Tables, 'users'>) => {
    const conditions = [
      ...(tenantId === null ? [] : [eb('users.tenantId', '=', tenantId)]),
      ...(search === undefined || search.trim() === '' ? [] : [startsWith(search.trim())]),
      ...(state === undefined ? [] : [stateConditions[state]]),
    ];
    return eb.and(conditions);
  };
};

const stateConditions = {
  activated: sql<boolean>`users.activated_at IS NOT NULL AND users.deactivated_at IS NULL`,
  invited: sql<boolean>`users.activated_at IS NULL AND users.deactivated_at IS NULL`,
  deactivated: sql<boolean>`users.deactivated_at IS NOT NULL`,
};

const startsWith = (text: string) => {
  const pattern = sql`lower(${startsWithPattern(text)})`;
  return sql<boolean>`(
    users.display_name_key LIKE ${pattern} OR users.email_key LIKE ${pattern}
    OR lower(users.first_name) LIKE ${pattern} OR lower(users.last_name) LIKE ${pattern}
  )`;
};

export const selectUsers = async (handle: Handle, filter: UserFilter, page: NamePage): Promise<User[]> => {
  let query = handle
    .selectFrom('users')
    .select(userColumns)
    .where(matches(filter))
    .orderBy('users.displayNameKey')
    .orderBy('users.id')
    .limit(page.limit);
  if (page.after !== undefined) {
    query = query.where(
      sql<boolean>`(users.display_name_key, users.id) > (${page.after.nameKey}, ${page.after.id}::uuid)`,
    );
  }
  if (page.skip !== undefined) query = query.offset(page.skip);
  return (await query.execute()).map(toUser);
};

export const countUsers = async (handle: Handle, filter: UserFilter): Promise<number> => {
  const { count } = await handle
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow();
  return count;
};
