import { projectNotFound } from '../../../accounts/index.ts';
import type { Rule } from '../../../platform/authorization/rule.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Authenticator } from '../open-authenticator.ts';
import { forbidden, principalKinds } from './caller-rule.ts';
import { pathId } from './path-id.ts';
import { selectProjectTenant } from './project-tenant-store.ts';

/**
 * Holders of an automation token of the project of the path (contract A12): 403 with the token of another project, 404
 * where there is no such project, or where it is one of another tenant (contract X2).
 */
export const automationTokenOfProject = (
  deps: { readonly authenticator: Authenticator; readonly database: Database },
  parameter = 'projectId',
): Rule => ({
  name: 'holders of an automation token of the project',
  principals: [principalKinds.automationToken],
  relation: 'project',
  enforce: async (request, reply) => {
    const principal = await deps.authenticator.automationToken(request, reply);
    const projectId = pathId(request, parameter);
    if (projectId === principal.projectId) return;
    if ((await selectProjectTenant(deps.database, projectId)) !== principal.tenantId) throw projectNotFound();
    throw forbidden('automation-token.other-project', 'The automation token belongs to another project.');
  },
});
