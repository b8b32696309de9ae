import { automationTokenPrefix, type ProjectRole } from '../../../accounts/index.ts';
import type { Rule } from '../../../platform/authorization/rule.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Authenticator } from '../open-authenticator.ts';
import { readBearerToken } from '../read-bearer-token.ts';
import { automationTokenOfProject } from './automation-token-of-project.ts';
import { people, principalKinds } from './caller-rule.ts';
import { projectMember } from './project-member.ts';

/**
 * For what pipelines and people both look at, such as the history of deployments: an automation token of the project, or
 * a member with an access token or a session of the console. Which of the two it is shows in the token itself.
 */
export const automationTokenOrMember = (
  deps: { readonly authenticator: Authenticator; readonly database: Database },
  needs: ProjectRole,
  parameter = 'projectId',
): Rule => {
  const { authenticator, database } = deps;
  const automation = automationTokenOfProject(deps, parameter);
  const member = projectMember({ authenticate: authenticator.tokenOrSession, database }, needs, parameter);
  return {
    name: `${automation.name}, and ${member.name}`,
    principals: [...people, principalKinds.automationToken],
    relation: automation.relation,
    enforce: async (request, reply) => {
      const token = readBearerToken(request.headers.authorization);
      await (token?.startsWith(`${automationTokenPrefix}_`) === true ? automation : member).enforce(request, reply);
    },
  };
};
