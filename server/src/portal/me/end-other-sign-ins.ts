import type { FastifyRequest } from 'fastify';
import { endUserSessions } from '../../accounts/index.ts';
import { actingOf, forgetSignIns, renewConsoleSession, userOf } from '../../identity/authenticate/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** What somebody signs in with has changed: all other sessions and every token end; the session that asks goes on. */
export const endOtherSignIns = async (
  deps: Pick<PortalDeps, 'box'>,
  transaction: Transaction,
  request: FastifyRequest,
): Promise<void> => {
  const { userId, tenantId, sessionId, grantId } = userOf(request);
  await endUserSessions(transaction, actingOf(request), { userId, scope: { tenantId } });
  const kept = sessionId === undefined ? {} : { exceptGrantId: grantId };
  await forgetSignIns({ transaction, box: deps.box }, { userId, ...kept });
  if (sessionId !== undefined) await renewConsoleSession(transaction, { sessionId, userId });
};
