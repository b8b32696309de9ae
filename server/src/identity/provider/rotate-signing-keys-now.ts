import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import {
  accessTokenAlgorithm,
  countNewKeys,
  deleteUpcomingKeys,
  endRetiredKeys,
  lockSigningKeys,
  signingAlgorithms,
} from './signing-key-store.ts';
import { activateSigningKey, makeSigningKey, type SigningKeysDeps, verifiesFor } from './signing-keys.ts';

export interface RotationNow {
  readonly acting: Acting;
  /** Ends every token that was signed until now too. */
  readonly endTokens: boolean;
}

/** Each key is published, read and tried by everybody for as long as it verifies: more of them only make that slow. */
export const mostRotations = 10;

/** New keys sign from now on, without waiting until all clients know them: for when a key may have leaked. */
export const rotateSigningKeysNow = async (deps: SigningKeysDeps, rotation: RotationNow): Promise<void> => {
  await inTransaction(deps.database, async (transaction) => {
    await lockSigningKeys(transaction);
    await refuseTooMany(transaction);
    await recordAudit(transaction, {
      ...rotation.acting,
      action: 'signing-key.rotation-asked',
      target: { kind: 'signing-key' },
      details: { endTokens: rotation.endTokens },
    });
    for (const algorithm of signingAlgorithms) {
      // A successor that waits may be known to the same people, and has signed nothing yet.
      await deleteUpcomingKeys(transaction, algorithm);
      const id = await makeSigningKey(transaction, deps.box, algorithm, 'upcoming');
      await activateSigningKey(transaction, algorithm, id);
    }
    if (rotation.endTokens) await endRetiredKeys(transaction);
  });
};

const refuseTooMany = async (transaction: Transaction): Promise<void> => {
  const { count, seconds } = await countNewKeys(transaction, accessTokenAlgorithm, verifiesFor);
  if (count < mostRotations) return;
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    'tooManyRequests',
    'signing-key.too-many',
    `${count} signing keys were made in the last two hours, which is the most. The next rotation is possible in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { headers: { 'retry-after': String(Math.max(seconds, 1)) } },
  );
};
