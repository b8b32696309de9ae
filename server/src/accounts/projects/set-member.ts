import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { findUser } from '../users/find-user.ts';
import { upsertMember } from './member-store.ts';
import { projectNotFound } from './open-project.ts';
import type { ProjectRole } from './project-role.ts';
import { lockProject } from './project-store.ts';
import { refuseLastOwner } from './refuse-last-owner.ts';

/** Adds a member or changes the role. Members are of the project's tenant: anybody else is not found. */
export const setMember = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly projectId: string; readonly userId: string; readonly role: ProjectRole },
): Promise<void> => {
  const { projectId, userId, role } = input;
  const project = await lockProject(transaction, projectId);
  if (project === undefined) throw projectNotFound();
  const { tenantId } = project;
  await findUser(transaction, { userId, scope: { tenantId } });
  if (role !== 'owner') await refuseLastOwner(transaction, projectId, userId);
  await upsertMember(transaction, { projectId, userId, tenantId, role });
  await recordAudit(transaction, {
    ...acting,
    action: 'project.member-set',
    target: { kind: 'project', id: projectId },
    tenantId,
    projectId,
    details: { userId, role },
  });
  await publish(transaction, 'credential', userId);
};
