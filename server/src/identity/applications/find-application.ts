import type { Handle } from '../../platform/database/index.ts';
import { type ApplicationSummary, selectApplicationSummaries } from './application-list-store.ts';
import { type ApplicationInput, applicationNotFound } from './read-application.ts';

/** What lists show of one application: where it stands, whether it is locked or disabled. */
export const findApplication = async (handle: Handle, input: ApplicationInput): Promise<ApplicationSummary> => {
  const [application] = await selectApplicationSummaries(handle, {
    scope: input.scope,
    resourceId: input.applicationId,
    limit: 1,
  });
  if (application === undefined) throw applicationNotFound();
  return application;
};
