import { Type } from 'typebox';
import {
  deactivateUser,
  endUserSessions,
  findUser,
  grantPlatformRole,
  reactivateUser,
  requestPasswordReset,
  withdrawPlatformRole,
} from '../../accounts/index.ts';
import { actingOf, forgetSignIns, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { id, noContent, nullable, pathIds, text } from '../wire/schemas.ts';
import { scopeOf } from '../wire/tenant-scope.ts';
import { invite } from './invite.ts';
import { mailPasswordLink } from './mail-password-link.ts';
import { platformRoleSchema, toUser, userSchema } from './user-schemas.ts';

const tag = 'Users';

/** What platform administrators do to users beyond changing them. */
export const createUserActionRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'POST',
    path: '/users/{userId}/deactivate',
    operationId: 'deactivateUser',
    tag,
    summary: 'Keeps a user out; sessions and tokens end at once.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('userId'),
    answers: { 200: { description: 'The user.', schema: userSchema } },
    handler: async ({ params, request }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      const user = await inTransaction(deps.database, async (transaction) => {
        const changed = await deactivateUser(transaction, actingOf(request), input);
        await forgetSignIns({ transaction, box: deps.box }, params);
        return changed;
      });
      return toUser(user);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/{userId}/reactivate',
    operationId: 'reactivateUser',
    tag,
    summary: 'Lets a deactivated user in again.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('userId'),
    answers: { 200: { description: 'The user.', schema: userSchema } },
    handler: async ({ params, request }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      return toUser(await inTransaction(deps.database, (t) => reactivateUser(t, actingOf(request), input)));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/{userId}/sign-out',
    operationId: 'signUserOut',
    tag,
    summary: 'Signs a user out everywhere.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('userId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)) };
      await inTransaction(deps.database, async (transaction) => {
        await endUserSessions(transaction, actingOf(request), input);
        await forgetSignIns({ transaction, box: deps.box }, params);
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/{userId}/invite',
    operationId: 'inviteUserAgain',
    tag,
    summary: 'Invites a user who has not activated the account yet once more; links from before end.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('userId'),
    body: Type.Optional(
      Type.Object(
        { sendMail: Type.Optional(Type.Boolean()), message: Type.Optional(text(1_000)) },
        { title: 'InvitationOptions' },
      ),
    ),
    answers: {
      200: {
        description: 'The link of the invitation, where no mail was sent.',
        schema: Type.Object({ userId: id, confirmationUrl: nullable(Type.String()) }, { title: 'Invitation' }),
      },
    },
    handler: async ({ params, body = {}, request }) => {
      const { sendMail = true, message } = body;
      const input = { ...params, scope: scopeOf(tokenPrincipalOf(request)), sendMail, message };
      const { confirmationUrl } = await inTransaction(deps.database, (t) => invite(deps, t, request, input));
      return { userId: params.userId, confirmationUrl };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/users/{userId}/reset-password',
    operationId: 'resetUserPassword',
    tag,
    summary: 'Mails the user a link to choose a new password.',
    rule: deps.rules.platformAdministrator,
    params: pathIds('userId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const scope = scopeOf(tokenPrincipalOf(request));
      await inTransaction(deps.database, async (transaction) => {
        const user = await findUser(transaction, { ...params, scope });
        const { email, tenantId } = user;
        const input = { email, scope: { tenantId } };
        const [reset] = await requestPasswordReset(transaction, actingOf(request), input);
        if (reset === undefined) {
          const message = 'The user has no password here: not activated, deactivated, or managed elsewhere.';
          throw new AppError('conflict', 'user.no-password', message);
        }
        await mailPasswordLink(deps, transaction, reset);
      });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/users/{userId}/roles/{role}',
    operationId: 'grantPlatformRole',
    tag,
    summary: 'Gives a user a platform role.',
    rule: deps.rules.platformAdministrator,
    params: Type.Object({ userId: id, role: platformRoleSchema }),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, (t) => grantPlatformRole(t, actingOf(request), params));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/users/{userId}/roles/{role}',
    operationId: 'withdrawPlatformRole',
    tag,
    summary: 'Takes a platform role from a user. One administrator stays.',
    rule: deps.rules.platformAdministrator,
    params: Type.Object({ userId: id, role: platformRoleSchema }),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      await inTransaction(deps.database, (t) => withdrawPlatformRole(t, actingOf(request), params));
    },
  }),
];
