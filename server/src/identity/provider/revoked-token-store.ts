import type { Transaction } from '../../platform/database/index.ts';

/** Kept with the provider's records, which are removed when their time is over: so are these, when the token is dead anyway. */
export const revokedModel = 'RevokedToken';

export const insertRevokedToken = async (
  transaction: Transaction,
  token: { readonly tokenHash: Buffer; readonly clientId: string; readonly expiresAt: Date },
): Promise<void> => {
  const { tokenHash: idHash, clientId, expiresAt } = token;
  await transaction
    .insertInto('oidcRecords')
    .values({ model: revokedModel, idHash, payload: '{}', clientId, expiresAt })
    .onConflict((conflict) => conflict.columns(['model', 'idHash']).doNothing())
    .execute();
};
