import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import { type NamePage, startsWithPattern } from '../name-page.ts';
import type { ProjectRole } from './project-role.ts';

export interface Project {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly nameKey: string;
  readonly description: string;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly updatedAt: Date;
  readonly revision: number;
}

const columns = [
  'projects.id',
  'projects.tenantId',
  'projects.name',
  'projects.nameKey',
  'projects.description',
  'projects.createdAt',
  'projects.createdBy',
  'projects.updatedAt',
  'projects.revision',
] as const;

export const insertProject = async (
  transaction: Transaction,
  project: {
    readonly tenantId: string;
    readonly name: string;
    readonly description: string;
    readonly createdBy: string;
  },
): Promise<Project> =>
  await transaction.insertInto('projects').values(project).returning(columns).executeTakeFirstOrThrow();

export const selectProject = async (handle: Handle, projectId: string): Promise<Project | undefined> =>
  await handle.selectFrom('projects').select(columns).where('id', '=', projectId).executeTakeFirst();

/** Project and the role of one user in it, in one question. */
export const selectProjectForUser = async (
  handle: Handle,
  projectId: string,
  userId: string,
): Promise<(Project & { readonly role: ProjectRole | null }) | undefined> =>
  await handle
    .selectFrom('projects')
    .leftJoin('projectMembers', (join) =>
      join.onRef('projectMembers.projectId', '=', 'projects.id').on('projectMembers.userId', '=', userId),
    )
    .select(columns)
    .select((eb) => eb.ref('projectMembers.role').$castTo<ProjectRole | null>().as('role'))
    .where('projects.id', '=', projectId)
    .executeTakeFirst();

/** Members and tokens of one project change one after the other. */
export const lockProject = async (transaction: Transaction, projectId: string): Promise<Project | undefined> =>
  await transaction
    .selectFrom('projects')
    .select(columns)
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export interface ProjectChanges {
  readonly name?: string;
  readonly description?: string;
}

export const updateProject = async (
  transaction: Transaction,
  projectId: string,
  changes: ProjectChanges,
): Promise<Project | undefined> =>
  await transaction
    .updateTable('projects')
    .set((eb) => ({ ...changes, updatedAt: sql<Date>`now()`, revision: eb('revision', '+', 1) }))
    .where('id', '=', projectId)
    .returning(columns)
    .executeTakeFirst();

export const deleteProjectRow = async (transaction: Transaction, projectId: string): Promise<Project | undefined> =>
  await transaction.deleteFrom('projects').where('id', '=', projectId).returning(columns).executeTakeFirst();

/** Whose projects: those of one member, or all. */
export interface ProjectFilter {
  readonly memberId: string | 'everybody';
  readonly search?: string | undefined;
}

export const selectProjects = async (handle: Handle, filter: ProjectFilter & NamePage): Promise<Project[]> => {
  const { memberId, search, after, skip } = filter;
  let query = handle
    .selectFrom('projects')
    .select(columns)
    .orderBy('projects.nameKey')
    .orderBy('projects.id')
    .limit(filter.limit);
  if (memberId !== 'everybody') query = query.where(isMember(memberId));
  if (search !== undefined) query = query.where('nameKey', 'like', sql<string>`lower(${startsWithPattern(search)})`);
  if (after !== undefined) query = query.where(sql<boolean>`(name_key, id) > (${after.nameKey}, ${after.id}::uuid)`);
  if (skip !== undefined) query = query.offset(skip);
  return await query.execute();
};

export const countProjects = async (handle: Handle, { memberId, search }: ProjectFilter): Promise<number> => {
  let query = handle.selectFrom('projects').select(sql<number>`count(*)::int`.as('count'));
  if (memberId !== 'everybody') query = query.where(isMember(memberId));
  if (search !== undefined) query = query.where('nameKey', 'like', sql<string>`lower(${startsWithPattern(search)})`);
  return (await query.executeTakeFirstOrThrow()).count;
};

const isMember = (userId: string) =>
  sql<boolean>`EXISTS (SELECT FROM project_members m WHERE m.project_id = projects.id AND m.user_id = ${userId})`;
