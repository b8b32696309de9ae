import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import type { User } from '../users/user.ts';
import { toUser, userColumns } from '../users/user-store.ts';
import { isProjectRole, type ProjectRole } from './project-role.ts';

export interface ProjectMember {
  readonly user: User;
  readonly role: ProjectRole;
  readonly since: Date;
}

export const upsertMember = async (
  transaction: Transaction,
  member: {
    readonly projectId: string;
    readonly userId: string;
    readonly tenantId: string;
    readonly role: ProjectRole;
  },
): Promise<void> => {
  await transaction
    .insertInto('projectMembers')
    .values(member)
    .onConflict((conflict) =>
      conflict.columns(['projectId', 'userId']).doUpdateSet({ role: member.role, updatedAt: sql<Date>`now()` }),
    )
    .execute();
};

export const deleteMember = async (transaction: Transaction, projectId: string, userId: string): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
};

export const selectOwnerIds = async (handle: Handle, projectId: string): Promise<string[]> => {
  const rows = await handle
    .selectFrom('projectMembers')
    .select('userId')
    .where('projectId', '=', projectId)
    .where('role', '=', 'owner')
    .execute();
  return rows.map(({ userId }) => userId);
};

export const selectMembers = async (handle: Handle, projectId: string): Promise<ProjectMember[]> => {
  const rows = await handle
    .selectFrom('projectMembers')
    .innerJoin('users', 'users.id', 'projectMembers.userId')
    .select(userColumns)
    .select(['role', 'projectMembers.createdAt as since'])
    .where('projectId', '=', projectId)
    .orderBy('users.displayNameKey')
    .orderBy('users.id')
    .execute();
  return rows.flatMap((row) =>
    isProjectRole(row.role) ? [{ user: toUser(row), role: row.role, since: row.since }] : [],
  );
};
