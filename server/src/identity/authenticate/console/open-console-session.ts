import { randomUUID } from 'node:crypto';
import type { Acting } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { hashToken, issueToken } from '../../../platform/secrets/index.ts';
import type { UserClaims } from '../find-token-principal.ts';
import { consoleTokenPrefix } from './authenticate-session.ts';
import { insertConsoleSession } from './console-session-store.ts';

const longestUserAgent = 300;

/** Makes a session from what the access token of a sign-in said. The token itself is not kept. */
export const openConsoleSession = async (
  transaction: Transaction,
  from: { readonly supportCode: string; readonly ipAddress: string; readonly userAgent: string | undefined },
  claims: UserClaims,
): Promise<{ readonly token: string }> => {
  const token = issueToken(consoleTokenPrefix);
  const sessionId = randomUUID();
  const acting: Acting = {
    actor: { kind: 'user', id: claims.subject },
    supportCode: from.supportCode,
    ipAddress: from.ipAddress,
  };
  await insertConsoleSession(transaction, {
    sessionId,
    tokenHash: hashToken(token),
    claims,
    // Shown in the list of sessions, and a header may hold anything.
    userAgent: (from.userAgent ?? '').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, longestUserAgent),
    ipAddress: from.ipAddress,
  });
  await recordAudit(transaction, {
    ...acting,
    action: 'user.console-opened',
    target: { kind: 'user', id: claims.subject },
    tenantId: claims.tenantId,
    details: { sessionId },
  });
  return { token };
};
