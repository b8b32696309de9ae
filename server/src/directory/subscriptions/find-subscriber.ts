import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { isLive, type Subscriber } from './subscription.ts';
import { selectSubscriber } from './subscription-store.ts';

export interface FindSubscriberInput {
  /** The service, which the caller may read. */
  readonly serviceId: string;
  readonly userId: string;
  /** The tenant that the user is looked for in (contract B7); null for any. */
  readonly tenantId: string | null;
  /** Whether the caller may see everybody of that tenant, or only who subscribes already. */
  readonly seesTenant: boolean;
}

const userNotFound = (): AppError => new AppError('notFound', 'user.not-found', 'There is no such user.');
const serviceNotFound = (): AppError => new AppError('notFound', 'service.not-found', 'There is no such service.');

/** A user and what is between the user and a service. Whom the caller may not see is not found (contract X2). */
export const findSubscriber = async (database: Database, input: FindSubscriberInput): Promise<Subscriber> => {
  const found = await selectSubscriber(database, input);
  if (found === undefined) throw serviceNotFound();
  const { user, service, subscription } = found;
  if (user === undefined || !(input.seesTenant || isLive(subscription))) throw userNotFound();
  return { user, service, subscription };
};
