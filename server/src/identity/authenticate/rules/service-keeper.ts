import type { Rule } from '../../../platform/authorization/rule.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isAdministrator } from '../principal.ts';
import { type Authenticate, people } from './caller-rule.ts';
import { pathId } from './path-id.ts';
import { isServiceKeeper } from './service-keeper-store.ts';

/**
 * Those who decide about a service's subscriptions: its administrators (contract B18), contributors and owners of its
 * project, and platform administrators. To everybody else the service does not exist (contract X2).
 */
export const serviceKeeper = (
  deps: { readonly authenticate: Authenticate; readonly database: Database },
  parameter = 'serviceId',
): Rule => ({
  name: 'administrators of the service, contributors and owners of its project, and platform administrators',
  principals: people,
  relation: 'serviceKeeper',
  enforce: async (request, reply) => {
    const principal = await deps.authenticate(request, reply);
    const serviceId = pathId(request, parameter);
    if (isAdministrator(principal)) return;
    const isKeeper = principal.kind === 'user' && (await isServiceKeeper(deps.database, serviceId, principal.userId));
    if (!isKeeper) throw new AppError('notFound', 'service.not-found', 'There is no such service.');
  },
});
