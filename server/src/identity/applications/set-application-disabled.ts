import { sql } from 'kysely';
import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { touchResources } from '../services/resources/resource-store.ts';
import { auditOfApplication } from './audit-of-application.ts';
import { type ApplicationInput, lockStoredApplication } from './read-application.ts';
import { refuseEdit } from './refuse-edit.ts';

/**
 * A disabled application signs nobody in, its keys open nothing, and the tokens that it has end, also when it is enabled
 * again. Doing it twice changes nothing.
 */
export const setApplicationDisabled = async (
  transaction: Transaction,
  acting: Acting,
  input: ApplicationInput & { readonly disabled: boolean },
): Promise<void> => {
  const { disabled } = input;
  const application = await lockStoredApplication(transaction, input);
  if (application.disabled === disabled) return;
  await refuseEdit(transaction, application);
  await transaction
    .updateTable('applications')
    .set((eb) => ({
      disabledAt: disabled ? sql<Date>`now()` : null,
      credentialsVersion: eb('credentialsVersion', '+', 1),
      updatedAt: sql<Date>`now()`,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', application.id)
    .execute();
  await touchResources(transaction, [application.id]);
  const action = disabled ? 'application.disabled' : 'application.enabled';
  await recordAudit(transaction, auditOfApplication(acting, application, action));
  await publish(transaction, 'credential', application.id);
};
