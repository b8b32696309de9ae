import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { deleteMember } from './member-store.ts';
import { projectNotFound } from './open-project.ts';
import { lockProject } from './project-store.ts';
import { refuseLastOwner } from './refuse-last-owner.ts';

export const removeMember = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly projectId: string; readonly userId: string },
): Promise<void> => {
  const { projectId, userId } = input;
  const project = await lockProject(transaction, projectId);
  if (project === undefined) throw projectNotFound();
  await refuseLastOwner(transaction, projectId, userId);
  if (!(await deleteMember(transaction, projectId, userId))) {
    throw new AppError('notFound', 'project.member-not-found', 'The project has no such member.');
  }
  await recordAudit(transaction, {
    ...acting,
    action: 'project.member-removed',
    target: { kind: 'project', id: projectId },
    tenantId: project.tenantId,
    projectId,
    details: { userId },
  });
  await publish(transaction, 'credential', userId);
};
