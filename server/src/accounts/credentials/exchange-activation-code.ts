import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { recordAudit } from '../../platform/audit/index.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { OneTimeCodes } from '../../platform/secrets/index.ts';
import type { Acting } from '../acting.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import type { User } from '../users/user.ts';
import { makeActionToken } from './action-token.ts';
import { insertActionToken } from './action-token-store.ts';
import { codeInvalid, useOneTimeCode } from './use-one-time-code.ts';

export interface OneTimeCodeDeps {
  readonly database: Database;
  readonly oneTimeCodes: OneTimeCodes;
}

export interface ActivationToken {
  readonly token: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Contract B13. */
export const activationTokenMinutes = 30;

/** Milliseconds that a refusal takes at least, and at most in addition: what little a known e-mail costs more is lost in it. */
const refusalTakes = { least: 20, more: 6 } as const;

/**
 * Turns the code of an invitation into an activation token. The e-mail may wait for activation in several tenants: the
 * code belongs to one of these accounts.
 */
export const exchangeActivationCode = async (
  deps: OneTimeCodeDeps,
  acting: Acting,
  input: { readonly email: string; readonly code: string },
): Promise<ActivationToken> => {
  const begun = performance.now();
  const users = await findUsersByEmail(deps.database, { email: input.email, scope: 'everyTenant' });
  const waiting = users.filter((user) => !user.activated && !user.deactivated);
  // An unknown e-mail costs the same look at a code that is not there.
  const ids = waiting.length === 0 ? [randomUUID()] : waiting.map(({ id }) => id);
  for (const userId of ids) {
    const token = await inTransaction(deps.database, async (transaction) => {
      const used = await useOneTimeCode({ ...deps, transaction }, { userId, purpose: 'activation', code: input.code });
      const user = waiting.find(({ id }) => id === userId);
      const token = used === undefined || user === undefined ? undefined : await issue(transaction, user, used.context);
      // Known and unknown write one audit row each, so that neither has less to do.
      await recordAudit(transaction, {
        ...acting,
        action: token === undefined ? 'user.code-refused' : 'user.code-accepted',
        target: { kind: 'user', id: user?.id },
        tenantId: user?.tenantId,
        details: { purpose: 'activation' },
      });
      return token;
    });
    if (token !== undefined) return token;
  }
  const left = begun + refusalTakes.least - performance.now();
  await wait(Math.max(0, Math.ceil(left)) + randomInt(refusalTakes.more));
  throw codeInvalid();
};

const issue = async (
  transaction: Transaction,
  user: User,
  context: Readonly<Record<string, unknown>>,
): Promise<ActivationToken> => {
  const { token, tokenHash } = makeActionToken('activation');
  const { createdAt, expiresAt } = await insertActionToken(transaction, {
    userId: user.id,
    purpose: 'activation',
    tokenHash,
    address: user.email,
    context,
    minutes: activationTokenMinutes,
  });
  return { token, issuedAt: createdAt, expiresAt };
};
