import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { readDescription, readTitle } from '../text-rules.ts';
import { projectNotFound } from './open-project.ts';
import { type Project, updateProject } from './project-store.ts';

/** Absent members stay as they are. The caller has opened the project as its owner. */
export const changeProject = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly projectId: string; readonly name?: string | undefined; readonly description?: string | undefined },
): Promise<Project> => {
  const changes = {
    ...(input.name === undefined ? {} : { name: readTitle(input.name, 'name', 200) }),
    ...(input.description === undefined ? {} : { description: readDescription(input.description, 2000) }),
  };
  const project = await updateProject(transaction, input.projectId, changes);
  if (project === undefined) throw projectNotFound();
  await recordAudit(transaction, {
    ...acting,
    action: 'project.changed',
    target: { kind: 'project', id: project.id },
    tenantId: project.tenantId,
    projectId: project.id,
    details: { members: Object.keys(changes), name: project.name },
  });
  return project;
};
