import { findPicture } from '../../accounts/index.ts';
import { signedInUser, userOf } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { toProfilePicture } from '../wire/to-profile-picture.ts';
import { MyUserInfo, ProfilePicture } from '../wire/users.ts';
import { myMessageRoutes } from './my-message-routes.ts';
import { myPolicyRoutes } from './my-policy-routes.ts';
import { myServiceRoutes } from './my-service-routes.ts';
import { readMyProfile } from './read-my-profile.ts';
import { withFailures } from './with-failures.ts';

const tag = 'My';

/** Group My: the signed-in user. */
export const myRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const rule = signedInUser(deps.authenticator.keyAndToken);
  return [
    defineRoute({
      method: 'GET',
      path: '/my/profile',
      operationId: 'getMyProfile',
      tag,
      summary: 'Profile of the signed-in user',
      rule,
      answers: { 200: { description: 'The profile.', schema: MyUserInfo } },
      handler: async ({ request }) => await readMyProfile(deps, { userId: userOf(request).userId }),
    }),
    defineRoute({
      method: 'GET',
      path: '/my/picture',
      operationId: 'getMyPicture',
      tag,
      summary: 'Profile picture of the signed-in user',
      rule,
      answers: {
        200: { description: 'The picture.', schema: ProfilePicture },
        404: { description: 'The user has no picture.' },
      },
      handler: async ({ request }) => {
        const { userId, tenantId } = userOf(request);
        return toProfilePicture(await findPicture(deps.database, { userId, scope: { tenantId } }));
      },
    }),
    ...myMessageRoutes(deps, rule),
    ...myServiceRoutes(deps, rule),
    ...myPolicyRoutes(deps, rule),
  ].map(withFailures);
};
