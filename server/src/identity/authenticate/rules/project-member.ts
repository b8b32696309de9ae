import type { FastifyRequest } from 'fastify';
import { openProject, type Project, type ProjectRole } from '../../../accounts/index.ts';
import type { Rule } from '../../../platform/authorization/rule.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isAdministrator, type TokenPrincipal } from '../principal.ts';
import { type Authenticate, people } from './caller-rule.ts';
import { pathId } from './path-id.ts';

export interface OpenedProject {
  readonly project: Project;
  /** What the caller may do there: that of owners for platform administrators. */
  readonly role: ProjectRole;
}

const opened = new WeakMap<FastifyRequest, OpenedProject>();

/** The project of the path, on routes whose rule is `projectMember`. */
export const openedProjectOf = (request: FastifyRequest): OpenedProject => {
  const project = opened.get(request);
  if (project === undefined) throw new Error('The rule of this route opens no project.');
  return project;
};

export const projectCallerOf = (principal: TokenPrincipal): { userId: string; administrator: boolean } => ({
  // An application is never a member, but may be an administrator.
  userId: principal.kind === 'user' ? principal.userId : principal.servicePrincipalId,
  administrator: isAdministrator(principal),
});

const relations: Readonly<Record<ProjectRole, string>> = {
  reader: 'projectReader',
  contributor: 'projectContributor',
  owner: 'projectOwner',
};

/** Members of the project of the path with at least this role. To everybody else it does not exist (contract P4, X2). */
export const projectMember = (
  deps: { readonly authenticate: Authenticate; readonly database: Database },
  needs: ProjectRole,
  parameter = 'projectId',
): Rule => ({
  name: `members of the project with the role ${needs}${needs === 'owner' ? '' : ' or a higher one'}, and platform administrators`,
  principals: people,
  relation: relations[needs],
  enforce: async (request, reply) => {
    const principal = await deps.authenticate(request, reply);
    const projectId = pathId(request, parameter);
    const caller = projectCallerOf(principal);
    opened.set(request, await openProject(deps.database, { projectId, caller, needs }));
  },
});
