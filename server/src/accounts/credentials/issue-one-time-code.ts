import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { OneTimeCodes } from '../../platform/secrets/index.ts';
import type { Acting } from '../acting.ts';
import type { User } from '../users/user.ts';
import type { ActionContext } from './action-token-store.ts';
import { type CodePurpose, replaceCode } from './one-time-code-store.ts';

export interface CodeDeps {
  readonly transaction: Transaction;
  readonly oneTimeCodes: OneTimeCodes;
}

export interface IssueCodeInput {
  readonly user: User;
  readonly purpose: CodePurpose;
  /** The address that the code proves, where it is not the user's own. */
  readonly address?: string;
  readonly context?: ActionContext;
}

/** Six digits for ten minutes and five tries (contract B13). Whoever asks often must be slowed down by the caller. */
export const issueOneTimeCode = async (
  deps: CodeDeps,
  acting: Acting,
  input: IssueCodeInput,
): Promise<{ readonly code: string; readonly expiresAt: Date }> => {
  const { user, purpose } = input;
  const id = randomUUID();
  const code = deps.oneTimeCodes.issue();
  const expiresAt = await replaceCode(deps.transaction, {
    id,
    userId: user.id,
    purpose,
    codeHash: deps.oneTimeCodes.hash(code, id),
    address: input.address ?? null,
    context: input.context ?? {},
  });
  await recordAudit(deps.transaction, {
    ...acting,
    action: 'user.code-issued',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { purpose },
  });
  return { code, expiresAt };
};
