import { Type } from 'typebox';
import { endUserSessions } from '../../accounts/index.ts';
import { actingOf, endSignIn, forgetSignIns, listSignIns, userOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, noContent, nullable, time } from '../wire/schemas.ts';

const tag = 'My sessions';

const sessionId = Type.String({ pattern: '^[0-9A-Fa-f]{64}$' });
const sessionSchema = Type.Object(
  {
    id: sessionId,
    kind: Type.Enum(['browser', 'application'], {
      description: 'A browser with everything used in it, or an application by itself.',
    }),
    current: Type.Boolean({ description: 'The one that asks.' }),
    since: time,
    until: nullable(time),
    applications: Type.Array(Type.Object({ id, name: Type.String() })),
    userAgent: nullable(Type.String()),
    ipAddress: nullable(Type.String()),
  },
  { title: 'Session' },
);

export const createSessionRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/me/sessions',
    operationId: 'listMySessions',
    tag,
    summary: 'Where the signed-in user is signed in, newest first.',
    rule: deps.rules.signedInUser,
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of sessions.', schema: pageOf(sessionSchema) } },
    handler: async ({ query, request }) =>
      cutPage(readPage(query), await listSignIns({ handle: deps.database, box: deps.box }, userOf(request))),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/me/sessions/{sessionId}',
    operationId: 'endMySession',
    tag,
    summary: 'Ends one sign-in, with everything that was issued by it.',
    rule: deps.rules.signedInUser,
    params: Type.Object({ sessionId }),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const { userId, tenantId } = userOf(request);
      const input = { userId, tenantId, signInId: params.sessionId };
      await inTransaction(deps.database, (transaction) =>
        endSignIn({ transaction, box: deps.box }, actingOf(request), input),
      );
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/me/sign-out-everywhere',
    operationId: 'signOutEverywhere',
    tag,
    summary: 'Ends every session and token of the signed-in user, the one that asks too.',
    rule: deps.rules.signedInUser,
    answers: { 204: noContent },
    handler: async ({ request }) => {
      const { userId, tenantId } = userOf(request);
      await inTransaction(deps.database, async (transaction) => {
        await endUserSessions(transaction, actingOf(request), { userId, scope: { tenantId } });
        await forgetSignIns({ transaction, box: deps.box }, { userId });
      });
    },
  }),
];
