import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import type { User } from '../users/user.ts';
import { insertAcceptance, type Terms } from './terms-store.ts';

/** The user accepts the version that was shown, not whatever is the latest by now. Accepting twice is accepting once. */
export const acceptTerms = async (
  transaction: Transaction,
  acting: Acting,
  input: { readonly user: Pick<User, 'id' | 'tenantId'>; readonly terms: Pick<Terms, 'id' | 'serviceId' | 'version'> },
): Promise<void> => {
  const { user, terms } = input;
  if (!(await insertAcceptance(transaction, user.id, terms.id))) return;
  await recordAudit(transaction, {
    ...acting,
    action: 'terms.accepted',
    target: { kind: 'user', id: user.id },
    tenantId: user.tenantId,
    details: { termsId: terms.id, serviceId: terms.serviceId, version: terms.version },
  });
  await publish(transaction, 'terms', user.id);
};
