import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { deleteFederationRow } from './federation-store.ts';
import { findFederation } from './find-federation.ts';

/** The users stay, without a way to sign in until they reset a password or another federation takes them. */
export const deleteFederation = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly tenantId: string; readonly federationId: string },
): Promise<void> => {
  const { id, tenantId, issuer } = await findFederation(transaction, input);
  await deleteFederationRow(transaction, id);
  await recordAudit(transaction, {
    ...acting,
    action: 'federation.deleted',
    target: { kind: 'federation', id },
    tenantId,
    details: { issuer },
  });
};
