import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type ProjectRole, roleSuffices } from './project-role.ts';
import { type Project, selectProjectForUser } from './project-store.ts';

export interface ProjectCaller {
  readonly userId: string;
  /** Platform administrators see all projects and may do what owners may (contract P4). */
  readonly administrator: boolean;
}

export const projectNotFound = (): AppError =>
  new AppError('notFound', 'project.not-found', 'There is no such project.');

/**
 * The sentence that opens every operation on a project: whoever is no member does not learn that it exists, and a member
 * whose role is too low is told so.
 */
export const openProject = async (
  handle: Handle,
  input: { readonly projectId: string; readonly caller: ProjectCaller; readonly needs: ProjectRole },
): Promise<{ readonly project: Project; readonly role: ProjectRole }> => {
  const { caller, needs } = input;
  const found = await selectProjectForUser(handle, input.projectId, caller.userId);
  if (found === undefined) throw projectNotFound();
  const { role: membership, ...project } = found;
  const role = caller.administrator ? 'owner' : membership;
  if (role === null) throw projectNotFound();
  if (!roleSuffices(role, needs)) {
    const message = `Your role in the project is ${role}; this needs ${needs}.`;
    throw new AppError('forbidden', 'project.role-too-low', message);
  }
  return { project, role };
};
