import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { administratorRoutes } from './administrator-routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { serviceSubscriberRoutes } from './service-subscriber-routes.ts';
import { subscriberRoutes } from './subscriber-routes.ts';
import { userRoutes } from './user-routes.ts';

/** Group This: the calling application, its services, their subscribers, and users. */
export const thisRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => [
  ...serviceRoutes(deps),
  ...subscriberRoutes(deps),
  ...serviceSubscriberRoutes(deps),
  ...userRoutes(deps),
  ...administratorRoutes(deps),
];
