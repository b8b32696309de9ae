import { type Acting, findUser } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { inTransaction, type Transaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FactorDeps } from '../factor-deps.ts';
import { replaceRecoveryCodes } from '../recovery/replace-recovery-codes.ts';
import { findTotpStep } from './totp-code.ts';
import { openTotpSecret } from './totp-secret.ts';
import { confirmPendingTotp, deleteConfirmedTotp, selectPendingTotp } from './totp-store.ts';

/**
 * Puts the new secret in force, in the place of an earlier one, once its first code is right. Gives new recovery codes,
 * which nobody can read again.
 */
export const confirmTotp = async (
  deps: FactorDeps,
  acting: Acting,
  input: { readonly userId: string; readonly code: string },
): Promise<readonly string[]> => {
  const pending = await selectPendingTotp(deps.database, input.userId);
  if (pending === undefined) throw notStarted();
  const secret = openTotpSecret(deps.box, pending);
  const step = findTotpStep({ secret, code: input.code, now: deps.now() });
  if (step === undefined) {
    const message = 'That code is not right. Wait for the next one, and check that the clock of your device is right.';
    throw new AppError('invalid', 'totp.code-wrong', message, {
      details: [{ in: 'body', path: '/code', message }],
    });
  }
  return await inTransaction(deps.database, (transaction) =>
    confirm(transaction, acting, { userId: input.userId, id: pending.id, step }),
  );
};

const notStarted = (): AppError =>
  new AppError('conflict', 'totp.not-started', 'There is no authenticator app to confirm. Start again.');

const confirm = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly userId: string; readonly id: string; readonly step: number },
): Promise<readonly string[]> => {
  const user = await findUser(transaction, { userId: input.userId, scope: 'everyTenant' });
  const replaced = await deleteConfirmedTotp(transaction, user.id);
  if (!(await confirmPendingTotp(transaction, input))) throw notStarted();
  await recordAudit(transaction, {
    ...acting,
    action: 'user.totp-confirmed',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { replaced },
  });
  return await replaceRecoveryCodes(transaction, acting, { user });
};
