import { publish, type Transaction } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import { credentialTopic } from '../credential-cache.ts';
import { readSessionGrants } from './read-session-grants.ts';
import { deleteAllSignIns, grantHash, selectSignIns } from './sign-in-store.ts';

export interface ForgetSignInsInput {
  readonly userId: string;
  /** The sign-in behind this grant goes on. */
  readonly exceptGrantId?: string;
}

/**
 * Deletes every browser session, grant, code and refresh token of a user. Goes with whatever raises the number of the
 * user's credentials (new password, deactivation, signing out everywhere): that number alone voids access tokens, but a
 * refresh token would fetch new ones.
 */
export const forgetSignIns = async (
  deps: { readonly transaction: Transaction; readonly box: SecretBox },
  input: ForgetSignInsInput,
): Promise<void> => {
  const { transaction } = deps;
  const { userId, exceptGrantId } = input;
  const kept =
    exceptGrantId === undefined
      ? undefined
      : { grantId: exceptGrantId, sessionHash: await findSession(deps, userId, exceptGrantId) };
  await deleteAllSignIns(transaction, userId, kept);
  await publish(transaction, credentialTopic, userId);
};

const findSession = async (
  { transaction, box }: { readonly transaction: Transaction; readonly box: SecretBox },
  userId: string,
  grantId: string,
): Promise<Buffer | undefined> => {
  const own = grantHash(grantId);
  const sessions = (await selectSignIns(transaction, userId)).filter(({ model }) => model === 'Session');
  return sessions.find((row) => readSessionGrants(box, row).some((grant) => grant.grantHash.equals(own)))?.idHash;
};
