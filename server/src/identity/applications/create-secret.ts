import { type Acting, userIdOf } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { createFindings, refuseFindings } from '../services/resources/findings.ts';
import { readText, readWhole } from '../services/resources/readers.ts';
import { touchResources } from '../services/resources/resource-store.ts';
import { makeSecret } from './application-secret.ts';
import { holdsSecrets } from './application-settings.ts';
import { auditOfApplication } from './audit-of-application.ts';
import type { ApplicationDeps } from './prepare-application.ts';
import { type ApplicationInput, lockStoredApplication } from './read-application.ts';
import { insertSecret } from './secret-store.ts';

export interface CreateSecretInput extends ApplicationInput {
  readonly description?: string | undefined;
  /** From now; absent: it does not expire. */
  readonly days?: number | undefined;
}

export interface IssuedSecret {
  readonly id: string;
  readonly secretText: string;
  readonly secretStart: string;
  readonly expiresAt: Date | null;
}

const mostLive = 10;

/** A further secret beside those that the application has. Secrets are no configuration: locks do not stop it. */
export const createSecret = async (
  transaction: Transaction,
  deps: ApplicationDeps,
  acting: Acting,
  input: CreateSecretInput,
): Promise<IssuedSecret> => {
  const findings = createFindings();
  const { description = '', days } = input;
  readText(200)(description, { pointer: '/description', name: 'description', findings });
  if (days !== undefined) readWhole(1, 3650)(days, { pointer: '/days', name: 'days', findings });
  refuseFindings(findings, 'application-secret.invalid');
  const application = await lockStoredApplication(transaction, input);
  const { clientType } = application.settings;
  if (!holdsSecrets(clientType)) {
    const message = `An application of the client type ${clientType} has no secrets.`;
    throw new AppError('conflict', 'application.no-secrets', message);
  }
  if (application.secrets.length >= mostLive) {
    const message = `The application has ${mostLive} secrets. Revoke one first.`;
    throw new AppError('conflict', 'application-secret.too-many', message);
  }
  const secret = makeSecret(deps.box, {
    version: application.lastSecretVersion + 1,
    description,
    createdBy: userIdOf(acting),
    days: days ?? null,
  });
  const { expiresAt } = await insertSecret(transaction, application.id, secret);
  await touchResources(transaction, [application.id]);
  const details = { secretId: secret.id, expiresAt };
  await recordAudit(transaction, auditOfApplication(acting, application, 'application.secret-issued', details));
  return { id: secret.id, secretText: secret.text, secretStart: secret.secretStart, expiresAt };
};
