import { type Acting, forgiveSignInTries, takeSignInTry, type User } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { FactorDeps } from './factor-deps.ts';
import { useRecoveryCode } from './recovery/use-recovery-code.ts';
import { verifyTotp } from './totp/verify-totp.ts';

export interface SecondFactorInput {
  readonly user: Pick<User, 'id' | 'tenantId'>;
  /** Of the authenticator app, or one of the recovery codes. */
  readonly code: string;
  readonly address: string;
}

export type CodeMethod = 'totp' | 'recoveryCode';

/**
 * Takes a code of the authenticator app or a recovery code, each once. Tries count per user, apart from those with a
 * password: whoever got this far knows the password, and must not get a fresh allowance by typing it again.
 */
export const verifySecondFactor = async (
  deps: FactorDeps,
  acting: Acting,
  input: SecondFactorInput,
): Promise<CodeMethod> => {
  const { user } = input;
  const tried = { email: `second factor ${user.id}`, address: input.address };
  await takeSignInTry(deps.database, tried);
  const method = await findMethod(deps, acting, input);
  await inTransaction(deps.database, async (transaction) => {
    if (method !== undefined) await forgiveSignInTries(transaction, tried);
    await recordAudit(transaction, {
      ...acting,
      action: method === undefined ? 'user.second-factor-refused' : 'user.second-factor-accepted',
      target: { kind: 'user', id: user.id },
      tenantId: user.tenantId,
      ...(method === undefined ? {} : { details: { method } }),
    });
  });
  if (method === undefined) {
    const message = 'That code is not right, or it was used before.';
    throw new AppError('unauthenticated', 'second-factor.wrong', message, {
      details: [{ in: 'body', path: '/code', message }],
    });
  }
  return method;
};

const findMethod = async (
  deps: FactorDeps,
  acting: Acting,
  input: SecondFactorInput,
): Promise<CodeMethod | undefined> => {
  if (await verifyTotp(deps, { userId: input.user.id, code: input.code })) return 'totp';
  return (await useRecoveryCode(deps, acting, input)) ? 'recoveryCode' : undefined;
};
