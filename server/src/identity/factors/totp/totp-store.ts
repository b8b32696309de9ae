import { sql } from 'kysely';
import type { Handle, Transaction } from '../../../platform/database/index.ts';

export interface TotpRow {
  readonly id: string;
  readonly sealedSecret: string;
}

/** The secret that somebody is about to confirm takes the place of one that nobody confirmed. */
export const replacePendingTotp = async (
  transaction: Transaction,
  row: { readonly id: string; readonly userId: string; readonly sealedSecret: string },
): Promise<void> => {
  await deletePendingTotp(transaction, row.userId);
  await transaction.insertInto('totpCredentials').values(row).execute();
};

export const deletePendingTotp = async (transaction: Transaction, userId: string): Promise<void> => {
  await transaction
    .deleteFrom('totpCredentials')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute();
};

export const selectPendingTotp = async (handle: Handle, userId: string): Promise<TotpRow | undefined> =>
  await handle
    .selectFrom('totpCredentials')
    .select(['id', 'sealedSecret'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();

export const selectConfirmedTotp = async (handle: Handle, userId: string): Promise<TotpRow | undefined> =>
  await handle
    .selectFrom('totpCredentials')
    .select(['id', 'sealedSecret'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();

/** False when somebody else confirmed or replaced it in the meantime. An earlier confirmed one must be gone by then. */
export const confirmPendingTotp = async (
  transaction: Transaction,
  input: { readonly id: string; readonly step: number },
): Promise<boolean> => {
  const row = await transaction
    .updateTable('totpCredentials')
    .set({ confirmedAt: sql<Date>`now()`, lastUsedAt: sql<Date>`now()`, lastUsedStep: String(input.step) })
    .where('id', '=', input.id)
    .where('confirmedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** True for whoever uses the step first: a code opens once, and none that is older than the last one opens at all. */
export const takeTotpStep = async (
  handle: Handle,
  input: { readonly id: string; readonly step: number },
): Promise<boolean> => {
  const row = await handle
    .updateTable('totpCredentials')
    .set({ lastUsedStep: String(input.step), lastUsedAt: sql<Date>`now()` })
    .where('id', '=', input.id)
    .where('confirmedAt', 'is not', null)
    .where((eb) => eb.or([eb('lastUsedStep', 'is', null), eb('lastUsedStep', '<', String(input.step))]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteConfirmedTotp = async (transaction: Transaction, userId: string): Promise<boolean> => {
  const row = await transaction
    .deleteFrom('totpCredentials')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};
