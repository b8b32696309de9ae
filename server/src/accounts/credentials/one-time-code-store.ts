import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/index.ts';
import type { ActionContext } from './action-token-store.ts';

export const codePurposes = ['activation', 'signIn', 'passwordReset', 'emailChange', 'phoneChange'] as const;
export type CodePurpose = (typeof codePurposes)[number];

export const codeMinutes = 10;
export const codeTries = 5;

export interface NewCode {
  readonly id: string;
  readonly userId: string;
  readonly purpose: CodePurpose;
  readonly codeHash: Buffer;
  readonly address: string | null;
  readonly context: ActionContext;
}

/** Puts the code in the place of an earlier one for the same purpose. */
export const replaceCode = async (transaction: Transaction, code: NewCode): Promise<Date> => {
  const { rows } = await sql<{ expiresAt: Date }>`
    INSERT INTO one_time_codes (id, user_id, purpose, code_hash, address, context, expires_at)
    VALUES (${code.id}, ${code.userId}, ${code.purpose}, ${code.codeHash}, ${code.address},
            ${JSON.stringify(code.context)}::jsonb, now() + make_interval(mins => ${codeMinutes}))
    ON CONFLICT (user_id, purpose) WHERE used_at IS NULL DO UPDATE SET
      id = excluded.id, code_hash = excluded.code_hash, address = excluded.address, context = excluded.context,
      tries = 0, created_at = now(), expires_at = excluded.expires_at
    RETURNING expires_at AS "expiresAt"`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('A one-time code was not stored.');
  return row.expiresAt;
};

export interface OpenCode {
  readonly id: string;
  readonly codeHash: Buffer;
  readonly address: string | null;
  readonly context: ActionContext;
}

/** Counts a try and holds the code until the transaction ends: tries at the same moment come one after the other. */
export const takeCodeTry = async (
  transaction: Transaction,
  userId: string,
  purpose: CodePurpose,
): Promise<OpenCode | undefined> => {
  const row = await transaction
    .updateTable('oneTimeCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('tries', '<', codeTries)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['id', 'codeHash', 'address', 'context'])
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, context: row.context as ActionContext };
};

export const markCodeUsed = async (transaction: Transaction, codeId: string): Promise<void> => {
  await transaction.updateTable('oneTimeCodes').set({ usedAt: sql<Date>`now()` }).where('id', '=', codeId).execute();
};
