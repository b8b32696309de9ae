import type { Handle } from '../../platform/database/index.ts';
import { type ApplicationInput, findStoredApplication } from './read-application.ts';
import { type ApplicationSubscription, selectSubscriptions } from './subscription-store.ts';

/** The API products that the application subscribes to, in its order, without their keys. */
export const listSubscriptions = async (
  handle: Handle,
  input: ApplicationInput,
): Promise<readonly ApplicationSubscription[]> =>
  await selectSubscriptions(handle, (await findStoredApplication(handle, input)).id);
