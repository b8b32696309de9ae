import type { Acting } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import { publish, type Transaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import { credentialTopic } from '../credential-cache.ts';
import { readSessionGrants } from './read-session-grants.ts';
import { deleteGrants, deleteSession, selectSignIns } from './sign-in-store.ts';

export interface EndSignInInput {
  readonly userId: string;
  readonly tenantId: string;
  readonly signInId: string;
}

/** Ends one sign-in of the user with everything that was issued by it. One of somebody else is not found. */
export const endSignIn = async (
  deps: { readonly transaction: Transaction; readonly box: SecretBox },
  acting: Acting,
  input: EndSignInInput,
): Promise<void> => {
  const { transaction, box } = deps;
  const rows = await selectSignIns(transaction, input.userId);
  const row = rows.find(({ idHash }) => idHash.toString('hex') === input.signInId.toLowerCase());
  if (row === undefined) throw new AppError('notFound', 'session.not-found', 'There is no such session.');
  if (row.model === 'Session') {
    const grants = readSessionGrants(box, row);
    await deleteSession(transaction, input.userId, row.idHash);
    await deleteGrants(
      transaction,
      input.userId,
      grants.map(({ grantHash }) => grantHash),
    );
  } else {
    await deleteGrants(transaction, input.userId, [row.idHash]);
  }
  await recordAudit(transaction, {
    ...acting,
    action: 'user.session-ended',
    target: { kind: 'user', id: input.userId },
    tenantId: input.tenantId,
    details: { sessionId: row.idHash.toString('hex') },
  });
  await publish(transaction, credentialTopic, input.userId);
};
