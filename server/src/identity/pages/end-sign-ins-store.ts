import type { Transaction } from '../../platform/database/index.ts';

/**
 * Ends what a user has open at the provider: sessions with everything that was granted in them. The browser in which the
 * change was made may stay.
 */
export const deleteSignInsOfUser = async (
  transaction: Transaction,
  userId: string,
  exceptSessionUid: string | undefined,
): Promise<void> => {
  await transaction
    .deleteFrom('oidcRecords')
    .where('accountId', '=', userId)
    .$if(exceptSessionUid !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('model', '<>', 'Session'), eb('uid', 'is', null), eb('uid', '<>', exceptSessionUid ?? '')]),
      ),
    )
    .execute();
};
