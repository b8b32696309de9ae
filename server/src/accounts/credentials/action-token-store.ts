import { sql } from 'kysely';
import type { Handle, Transaction } from '../../platform/database/index.ts';

export const actionPurposes = ['activation', 'passwordReset', 'addressChange'] as const;
export type ActionPurpose = (typeof actionPurposes)[number];

/** What goes along with a link or code and comes back when it is used. Stored in the open: never a secret. */
export type ActionContext = Readonly<Record<string, unknown>>;

export interface NewActionToken {
  readonly userId: string;
  readonly purpose: ActionPurpose;
  readonly tokenHash: Buffer;
  readonly address: string | null;
  readonly context: ActionContext;
  /** Minutes to live; absent for an invitation, which lives as long as the account waits for its activation. */
  readonly minutes?: number | undefined;
}

export interface ActionToken {
  readonly id: string;
  readonly userId: string;
  readonly address: string | null;
  readonly context: ActionContext;
}

export const insertActionToken = async (
  transaction: Transaction,
  token: NewActionToken,
): Promise<{ createdAt: Date; expiresAt: Date }> => {
  const { minutes, context, ...fields } = token;
  return await transaction
    .insertInto('actionTokens')
    .values((eb) => ({
      ...fields,
      context: JSON.stringify(context),
      expiresAt:
        minutes === undefined
          ? eb
              .selectFrom('users')
              .select(sql<Date>`coalesce(activation_deadline, now())`.as('deadline'))
              .where('users.id', '=', token.userId)
          : sql<Date>`now() + make_interval(mins => ${minutes})`,
    }))
    .returning(['createdAt', 'expiresAt'])
    .executeTakeFirstOrThrow();
};

export const selectOpenToken = async (
  handle: Handle,
  purpose: ActionPurpose,
  tokenHash: Buffer,
): Promise<ActionToken | undefined> => {
  const row = await handle
    .selectFrom('actionTokens')
    .select(['id', 'userId', 'address', 'context'])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, context: row.context as ActionContext };
};

/** One winner: whoever comes second finds the token used. */
export const useToken = async (
  transaction: Transaction,
  purpose: ActionPurpose,
  tokenHash: Buffer,
): Promise<ActionToken | undefined> => {
  const row = await transaction
    .updateTable('actionTokens')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['id', 'userId', 'address', 'context'])
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, context: row.context as ActionContext };
};

export const revokeOpenTokens = async (
  transaction: Transaction,
  userId: string,
  purpose: ActionPurpose,
): Promise<void> => {
  await transaction
    .updateTable('actionTokens')
    .set({ revokedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .execute();
};
