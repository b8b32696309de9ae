import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import { publish, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { touchResources } from '../services/resources/resource-store.ts';
import { endTokens } from './application-rows.ts';
import { auditOfApplication } from './audit-of-application.ts';
import { type ApplicationInput, lockStoredApplication } from './read-application.ts';
import { markSecretsRevoked, selectSecret } from './secret-store.ts';

export const secretNotFound = (): AppError =>
  new AppError('notFound', 'application-secret.not-found', 'The application has no such secret.');

/** The secret opens nothing more, and tokens that were had with it end. Revoking again changes nothing. */
export const revokeSecret = async (
  transaction: Transaction,
  acting: Acting,
  input: ApplicationInput & { readonly secretId: string },
): Promise<void> => {
  const application = await lockStoredApplication(transaction, input);
  if ((await selectSecret(transaction, application.id, input.secretId)) === undefined) throw secretNotFound();
  const revoked = await markSecretsRevoked(transaction, application.id, [input.secretId]);
  if (revoked.length === 0) return;
  await endTokens(transaction, application.id);
  await touchResources(transaction, [application.id]);
  const details = { secretId: input.secretId };
  await recordAudit(transaction, auditOfApplication(acting, application, 'application.secret-revoked', details));
  await publish(transaction, 'credential', application.id);
};
