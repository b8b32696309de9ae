import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { selectTokenIds } from './automation-token-store.ts';
import { projectNotFound } from './open-project.ts';
import { deleteProjectRow } from './project-store.ts';

/**
 * Members, tokens and empty resource groups go with the project. While it holds resources the database refuses, which
 * `accountsConstraintRules` turns into the conflict `project.in-use`.
 */
export const deleteProject = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly projectId: string },
): Promise<void> => {
  const tokenIds = await selectTokenIds(transaction, input.projectId);
  const project = await deleteProjectRow(transaction, input.projectId);
  if (project === undefined) throw projectNotFound();
  await recordAudit(transaction, {
    ...acting,
    action: 'project.deleted',
    target: { kind: 'project', id: project.id },
    tenantId: project.tenantId,
    projectId: project.id,
    details: { name: project.name },
  });
  for (const id of [project.id, ...tokenIds]) await publish(transaction, 'credential', id);
};
