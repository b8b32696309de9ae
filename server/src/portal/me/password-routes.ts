import { Type } from 'typebox';
import { changePassword, findUser } from '../../accounts/index.ts';
import { actingOf, forgetSignIns, renewConsoleSession, userOf } from '../../identity/authenticate/index.ts';
import { mailSecurityNotice } from '../../identity/pages/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { noContent } from '../wire/schemas.ts';

/** Longer than any password that is accepted, and short enough to be hashed without harm. */
const mostCharacters = 512;
const password = Type.String({ maxLength: mostCharacters, format: 'password' });

export const createPasswordRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'POST',
    path: '/me/password',
    operationId: 'changeMyPassword',
    tag: 'Me',
    summary: 'Changes the own password. All other sessions and every token end; the session that asks goes on.',
    rule: deps.rules.signedInUser,
    body: Type.Object(
      { oldPassword: password, newPassword: password, newPasswordRepeat: password },
      { title: 'PasswordChange' },
    ),
    answers: { 204: noContent },
    handler: async ({ body, request }) => {
      const principal = userOf(request);
      const { userId, tenantId, sessionId, grantId } = principal;
      await changePassword(deps, actingOf(request), { userId, ...body, address: request.ip });
      await inTransaction(deps.database, async (transaction) => {
        const { box, publicUrl } = deps;
        const kept = sessionId === undefined ? {} : { exceptGrantId: grantId };
        await forgetSignIns({ transaction, box }, { userId, ...kept });
        if (sessionId !== undefined) await renewConsoleSession(transaction, { sessionId, userId });
        const user = await findUser(transaction, { userId, scope: { tenantId } });
        await mailSecurityNotice({ transaction, secretBox: box }, { user, event: 'passwordChanged', publicUrl });
      });
    },
  }),
];
