import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { deleteResourceRow } from '../services/resources/resource-store.ts';
import { auditOfApplication } from './audit-of-application.ts';
import { type ApplicationInput, lockStoredApplication } from './read-application.ts';
import { refuseEdit } from './refuse-edit.ts';

/** Deletes an application with its secrets, keys, sign-ins and tokens; other applications lose their access to it. */
export const deleteApplication = async (
  transaction: Transaction,
  acting: Acting,
  input: ApplicationInput,
): Promise<void> => {
  const application = await lockStoredApplication(transaction, input);
  await refuseEdit(transaction, application);
  await deleteResourceRow(transaction, application.id);
  await recordAudit(transaction, auditOfApplication(acting, application, 'application.deleted'));
  for (const { id } of application.subscriptions) await publish(transaction, 'credential', id);
  await publish(transaction, 'credential', application.id);
};
