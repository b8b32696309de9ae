import type { Handle, Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import type { ProvisionedResource } from '../services/resources/provisioned-resource.ts';
import type { ResourceScope } from '../services/resources/resource-scope.ts';
import { lockResource } from '../services/resources/resource-store.ts';
import { type StoredApplication, selectApplications } from './application-store.ts';
import { provisionedApplication } from './wire/provisioned-application.ts';

export const applicationNotFound = (): AppError =>
  new AppError('notFound', 'application.not-found', 'There is no such application.');

export interface ApplicationInput {
  readonly applicationId: string;
  /** Built-in applications are seen from `everywhere` only. */
  readonly scope: ResourceScope;
}

/** What a caller may not see is not found, like what does not exist. */
export const findStoredApplication = async (
  handle: Handle,
  { applicationId, scope }: ApplicationInput,
): Promise<StoredApplication> => {
  const [application] = await selectApplications(handle, [applicationId]);
  const isSeen =
    application !== undefined &&
    (scope === 'everywhere' ||
      (application.projectId !== null &&
        ('projectId' in scope ? scope.projectId === application.projectId : scope.tenantId === application.tenantId)));
  if (!isSeen) throw applicationNotFound();
  return application;
};

/** The same for somebody who changes it: edits of one application happen one after the other. */
export const lockStoredApplication = async (
  transaction: Transaction,
  input: ApplicationInput,
): Promise<StoredApplication> => {
  // Deployments hold the resource; a built-in application has none.
  await lockResource(transaction, input.applicationId);
  await transaction
    .selectFrom('applications')
    .select('id')
    .where('id', '=', input.applicationId)
    .forNoKeyUpdate()
    .execute();
  return await findStoredApplication(transaction, input);
};

/** The application as provisioned (contract A4). With the box secrets and keys are shown: whoever passes it on, audits it. */
export const readApplication = async (
  handle: Handle,
  input: ApplicationInput & { readonly withSecrets?: { readonly box: SecretBox } | undefined },
): Promise<ProvisionedResource> =>
  provisionedApplication(await findStoredApplication(handle, input), input.withSecrets?.box);
