import { sql } from 'kysely';
import type { Handle, Transaction } from '../../../platform/database/index.ts';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** In base64url, as browsers spell it. */
  readonly credentialId: string;
  readonly transports: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface PasskeyWithKey extends Passkey {
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
}

const listed = ['id', 'name', 'credentialId', 'transports', 'createdAt', 'lastUsedAt'] as const;

export const selectPasskeys = async (handle: Handle, userId: string): Promise<Passkey[]> => {
  const rows = await handle
    .selectFrom('passkeys')
    .select(listed)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, credentialId: row.credentialId.toString('base64url') }));
};

export const selectPasskeyByCredential = async (
  handle: Handle,
  credentialId: string,
): Promise<PasskeyWithKey | undefined> => {
  const row = await handle
    .selectFrom('passkeys')
    .select([...listed, 'userId', 'publicKey', 'signCount'])
    .where('credentialId', '=', Buffer.from(credentialId, 'base64url'))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { ...row, credentialId: row.credentialId.toString('base64url'), signCount: Number(row.signCount) };
};

export interface NewPasskey {
  readonly userId: string;
  readonly name: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: string[];
  readonly deviceType: string;
  readonly backedUp: boolean;
  readonly aaguid: string | null;
}

/** Undefined when the authenticator's credential is known already. */
export const insertPasskey = async (transaction: Transaction, passkey: NewPasskey): Promise<string | undefined> => {
  const row = await transaction
    .insertInto('passkeys')
    .values({ ...passkey, signCount: String(passkey.signCount) })
    .onConflict((conflict) => conflict.constraint('passkeys_credential_unique').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
};

/**
 * Notes the use. A counter that does not rise tells of a copied key: false. Most authenticators do not count and always
 * send 0.
 */
export const takePasskeyUse = async (
  transaction: Transaction,
  input: { readonly id: string; readonly signCount: number; readonly backedUp: boolean },
): Promise<boolean> => {
  const count = String(input.signCount);
  const row = await transaction
    .updateTable('passkeys')
    .set({ signCount: count, backedUp: input.backedUp, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', input.id)
    .where((eb) =>
      eb.or([eb('signCount', '<', count), eb.and([eb('signCount', '=', '0'), eb(eb.val(count), '=', '0')])]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const deletePasskey = async (
  transaction: Transaction,
  input: { readonly userId: string; readonly id: string },
): Promise<boolean> => {
  const row = await transaction
    .deleteFrom('passkeys')
    .where('userId', '=', input.userId)
    .where('id', '=', input.id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};
