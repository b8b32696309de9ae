import type { AnyRoute } from '../../../platform/http/route.ts';
import { directoryRoutes } from '../../directory/routes.ts';
import type { DirectoryDeps } from '../../directory-deps.ts';
import { healthRoutes } from '../../health/routes.ts';
import { maintenanceRoutes } from '../../maintenance/routes.ts';
import { notificationRoutes } from '../../messages/routes.ts';
import { subscriberPolicyRoutes } from '../../policies/routes.ts';
import { myRoutes } from '../routes.ts';

/** My, notifications, policies, health, directory and maintenance: what their tests must cover, taken from the routes. */
export const operationsUnderTest = (deps: DirectoryDeps): readonly AnyRoute[] => [
  ...myRoutes(deps),
  ...notificationRoutes(deps),
  ...subscriberPolicyRoutes(deps),
  ...healthRoutes(deps),
  ...directoryRoutes(deps),
  ...maintenanceRoutes(deps),
];
