import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { openSecret } from './application-secret.ts';
import { auditOfApplication } from './audit-of-application.ts';
import type { ApplicationDeps } from './prepare-application.ts';
import { type ApplicationInput, findStoredApplication } from './read-application.ts';
import { secretNotFound } from './revoke-secret.ts';
import { selectSecret } from './secret-store.ts';

/** The secret itself. Who looked, and when, is in the audit log before it is shown. */
export const revealSecret = async (
  transaction: Transaction,
  deps: ApplicationDeps,
  acting: Acting,
  input: ApplicationInput & { readonly secretId: string },
): Promise<string> => {
  const application = await findStoredApplication(transaction, input);
  const secret = await selectSecret(transaction, application.id, input.secretId);
  if (secret === undefined) throw secretNotFound();
  if (secret.revokedAt !== null) {
    throw new AppError('conflict', 'application-secret.revoked', 'The secret is revoked and is not shown any more.');
  }
  const details = { secretId: secret.id };
  await recordAudit(transaction, auditOfApplication(acting, application, 'application.secret-revealed', details));
  return openSecret(deps.box, secret);
};
