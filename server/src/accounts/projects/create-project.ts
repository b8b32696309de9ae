import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { readDescription, readTitle } from '../text-rules.ts';
import type { User } from '../users/user.ts';
import { upsertMember } from './member-store.ts';
import { insertProject, type Project } from './project-store.ts';

export interface CreateProjectInput {
  /** Owns the project (contract P4), which stands in the creator's tenant. */
  readonly creator: Pick<User, 'id' | 'tenantId'>;
  readonly name: string;
  readonly description?: string | null | undefined;
}

export const createProject = async (
  transaction: Transaction,
  acting: Acting,
  input: CreateProjectInput,
): Promise<Project> => {
  const { id: userId, tenantId } = input.creator;
  const project = await insertProject(transaction, {
    tenantId,
    name: readTitle(input.name, 'name', 200),
    description: readDescription(input.description ?? '', 2000),
    createdBy: userId,
  });
  await upsertMember(transaction, { projectId: project.id, userId, tenantId, role: 'owner' });
  await recordAudit(transaction, {
    ...acting,
    action: 'project.created',
    target: { kind: 'project', id: project.id },
    tenantId,
    projectId: project.id,
    details: { name: project.name },
  });
  return project;
};
