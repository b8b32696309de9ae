import { AppError } from '../../platform/errors/app-error.ts';
import type { ActionContext } from './action-token-store.ts';
import type { CodeDeps } from './issue-one-time-code.ts';
import { type CodePurpose, markCodeUsed, takeCodeTry } from './one-time-code-store.ts';

export interface UsedCode {
  readonly address: string | null;
  readonly context: ActionContext;
}

/**
 * Gives what the code was issued with, once; undefined when it is not right. The try counts only when the caller commits,
 * also after undefined: throw after the transaction, not in it.
 */
export const useOneTimeCode = async (
  deps: CodeDeps,
  input: { readonly userId: string; readonly purpose: CodePurpose; readonly code: string },
): Promise<UsedCode | undefined> => {
  const open = await takeCodeTry(deps.transaction, input.userId, input.purpose);
  // Without a code the same work is done on one that nothing fits.
  const isRight = deps.oneTimeCodes.matches(input.code.trim(), open?.id ?? '', open?.codeHash ?? nothing);
  if (open === undefined || !isRight) return undefined;
  await markCodeUsed(deps.transaction, open.id);
  return { address: open.address, context: open.context };
};

const nothing = Buffer.alloc(32);

/** One sentence for wrong, expired, used, and too many tries. */
export const codeInvalid = (): AppError =>
  new AppError('unauthenticated', 'code.invalid', 'The code is not valid (any more). Ask for a new one.');
