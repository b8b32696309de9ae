import { Type } from 'typebox';
import { countUsers, deleteUser, findUser, listPlatformRoles, listUsers, registerUser } from '../../accounts/index.ts';
import { actingOf, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { pageOf, pageQuery, readPage, toPage } from '../wire/page.ts';
import { id, idempotencyHeaders, noContent, pathIds } from '../wire/schemas.ts';
import { scopeOf } from '../wire/tenant-scope.ts';
import { changeUser } from './change-user.ts';
import { invite } from './invite.ts';
import { invitedUser, newUser, toUser, userChanges, userSchema, userStates } from './user-schemas.ts';

const tag = 'Users';

/** Read by directory readers of the tenant, changed by platform administrators. */
export const createUserRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/users',
    operationId: 'listUsers',
    tag,
    summary: 'Users of the tenant; of all tenants for platform administrators.',
    rule: deps.rules.directoryReader,
    query: Type.Object({
      ...pageQuery,
      search: Type.Optional(
        Type.String({ maxLength: 320, description: 'The beginning of a name or e-mail address, in any case.' }),
      ),
      state: Type.Optional(Type.Enum([...userStates])),
      tenantId: Type.Optional(id),
    }),
    answers: { 200: { description: 'A page of users, by name.', schema: pageOf(userSchema) } },
    handler: async ({ query, request }) => {
      const window = readPage(query);
      const scope = scopeOf(tokenPrincipalOf(request), query.tenantId);
      const filter = { scope, search: query.search, state: query.state };
      const users = await listUsers(deps.database, { ...filter, ...window });
      return toPage(window, users.map(toUser), await countUsers(deps.database, filter));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users',
    operationId: 'inviteUser',
    tag,
    summary: 'Makes an account for somebody and invites them to activate it.',
    rule: deps.rules.platformAdministrator,
    headers: idempotencyHeaders,
    body: newUser,
    answers: { 201: { description: 'The user.', schema: invitedUser, headers: { Location: 'Address of the user.' } } },
    handler: async (input) =>
      await createOnce(
        deps,
        input,
        async (transaction) => {
          const { request } = input;
          const { tenantId = tokenPrincipalOf(request).tenantId, sendMail = true, message, ...person } = input.body;
          const { user, created } = await registerUser(transaction, actingOf(request), { tenantId, person });
          if (user.activated || user.deactivated) return { user: toUser(user), created, confirmationUrl: null };
          const scope = { tenantId };
          const invited = await invite(deps, transaction, request, { userId: user.id, scope, sendMail, message });
          return { ...invited, user: toUser(invited.user), created };
        },
        ({ user }) => `/portal/v1/users/${user.id}`,
      ),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/{userId}',
    operationId: 'getUser',
    tag,
    summary: 'A user with the platform roles.',
    rule: deps.rules.directoryReader,
    params: pathIds('userId'),
    answers: { 200: { description: 'The user.', schema: userSchema } },
    handler: async ({ params, request }) => {
      const user = await findUser(deps.database, { ...params, scope: scopeOf(tokenPrincipalOf(request)) });
      return { ...toUser(user), roles: await listPlatformRoles(deps.database, params) };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/users/{userId}',
    operationId: 'changeUser',
    tag,
    summary: 'Changes profile, settings and e-mail address of a user.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('userId'),
    body: userChanges,
    answers: { 200: { description: 'The user.', schema: userSchema } },
    handler: async ({ params, body: changes, request }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)), changes };
      return toUser(await inTransaction(deps.database, (t) => changeUser(t, request, input)));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/{userId}',
    operationId: 'deleteUser',
    tag,
    summary: "Deletes a user with everything that is the user's own.",
    rule: deps.rules.platformAdministrator,
    params: pathIds('userId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      await inTransaction(deps.database, (t) => deleteUser(t, actingOf(request), input));
    },
  }),
];
