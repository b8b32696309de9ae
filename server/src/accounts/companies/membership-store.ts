import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { NamePage } from '../name-page.ts';
import type { User } from '../users/user.ts';
import { toUser, userColumns } from '../users/user-store.ts';
import type { Company } from './company-store.ts';

export const membershipStates = ['requested', 'member'] as const;
export type MembershipState = (typeof membershipStates)[number];

export interface MemberCounts {
  readonly members: number;
  /** Users who ask to become members. */
  readonly requests: number;
}

export interface Membership {
  readonly companyId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly state: MembershipState;
  readonly administrator: boolean;
}

export const upsertMembership = async (transaction: Transaction, membership: Membership): Promise<void> => {
  const { state, administrator } = membership;
  await transaction
    .insertInto('companyMemberships')
    .values(membership)
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'userId']).doUpdateSet({ state, administrator, updatedAt: sql<Date>`now()` }),
    )
    .execute();
};

export const deleteMembership = async (
  transaction: Transaction,
  companyId: string,
  userId: string,
): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('companyMemberships')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

export const countMembers = async (handle: Handle, companyId: string): Promise<MemberCounts> => {
  const rows = await handle
    .selectFrom('companyMemberships')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .where('companyId', '=', companyId)
    .groupBy('state')
    .execute();
  const count = (state: MembershipState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { members: count('member'), requests: count('requested') };
};

export interface CompanyMember {
  readonly user: User;
  readonly state: MembershipState;
  readonly administrator: boolean;
}

/** By name, then id. The page is found in one index, without a look at the rows that are skipped. */
export const selectCompanyMembers = async (
  handle: Handle,
  companyId: string,
  state: MembershipState,
  page: NamePage,
): Promise<CompanyMember[]> => {
  let members = handle
    .selectFrom('companyMemberships')
    .select(['userId', 'userNameKey'])
    .where('companyId', '=', companyId)
    .where('state', '=', state)
    .orderBy('userNameKey')
    .orderBy('userId')
    .limit(page.limit);
  if (page.after !== undefined) {
    members = members.where(sql<boolean>`(user_name_key, user_id) > (${page.after.nameKey}, ${page.after.id}::uuid)`);
  }
  if (page.skip !== undefined) members = members.offset(page.skip);
  const rows = await handle
    .selectFrom(members.as('page'))
    .innerJoin('users', 'users.id', 'page.userId')
    .innerJoin('companyMemberships as m', (join) =>
      join.onRef('m.userId', '=', 'page.userId').on('m.companyId', '=', companyId),
    )
    .select(userColumns)
    .select('m.administrator')
    .orderBy('page.userNameKey')
    .orderBy('page.userId')
    .execute();
  return rows.map((row) => ({ user: toUser(row), state, administrator: row.administrator }));
};

export interface CompanyOfUser {
  readonly company: Company;
  readonly administrator: boolean;
}

export const selectCompaniesOfUser = async (handle: Handle, userId: string): Promise<CompanyOfUser[]> => {
  const rows = await handle
    .selectFrom('companyMemberships')
    .innerJoin('companies', 'companies.id', 'companyMemberships.companyId')
    .selectAll('companies')
    .select('administrator')
    .where('userId', '=', userId)
    .where('state', '=', 'member')
    .orderBy('companies.nameKey')
    .orderBy('companies.id')
    .execute();
  return rows.map(({ administrator, ...company }) => ({ company, administrator }));
};

export const countCompaniesOfUser = async (handle: Handle, userId: string): Promise<number> => {
  const { count } = await handle
    .selectFrom('companyMemberships')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .where('state', '=', 'member')
    .executeTakeFirstOrThrow();
  return count;
};
