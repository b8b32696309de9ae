import {
  directoryReader,
  platformAdministrator,
  signedInUser,
  subscriptionKeyHolder,
} from '../../identity/authenticate/index.ts';
import type { AnyRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { withFailures } from '../my/with-failures.ts';
import { activationRoutes } from './activation-routes.ts';
import { administrationRoutes } from './administration-routes.ts';
import { companyRoutes } from './company-routes.ts';
import { dataContainerRoutes } from './data-container-routes.ts';
import { meRoutes } from './me-routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { userRoutes } from './user-routes.ts';

/** The directory paths of contract B17, group Options, with the rights of B18. */
export const directoryRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const { authenticator } = deps;
  const read = directoryReader(authenticator.keyAndToken);
  const administer = platformAdministrator(authenticator.keyAndToken);
  return [
    ...companyRoutes(deps, read),
    ...serviceRoutes(deps, read),
    ...dataContainerRoutes(deps, { read, write: administer }),
    ...userRoutes(deps, { read, delete: administer }),
    ...administrationRoutes(deps, administer),
    ...meRoutes(deps, signedInUser(authenticator.keyAndToken)),
    ...activationRoutes(deps, subscriptionKeyHolder(authenticator)),
  ].map(withFailures);
};
