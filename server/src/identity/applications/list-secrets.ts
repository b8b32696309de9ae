import type { Handle } from '../../platform/database/index.ts';
import { type ApplicationInput, findStoredApplication } from './read-application.ts';
import { type ApplicationSecret, selectSecrets } from './secret-store.ts';

/** Newest first, revoked and expired ones too. How a secret begins is shown, the secret is not. */
export const listSecrets = async (handle: Handle, input: ApplicationInput): Promise<readonly ApplicationSecret[]> =>
  await selectSecrets(handle, (await findStoredApplication(handle, input)).id);
