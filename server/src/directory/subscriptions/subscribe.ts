import type { Acting } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { applyChange, type SubscriptionDeps } from './apply-changes.ts';
import { chooseLevel } from './choose-level.ts';
import { type FindSubscriberInput, findSubscriber } from './find-subscriber.ts';
import { refuseChildService } from './refuse-child-service.ts';
import { tryUntilSettled } from './try-until-settled.ts';
import { type NotificationOverride, wantsNotification } from './wants-notification.ts';

export interface SubscribeInput extends FindSubscriberInput {
  readonly role?: string | null | undefined;
  readonly override?: NotificationOverride | null | undefined;
}

/**
 * Makes sure that the user subscribes with this role, or waits for an approval where the service needs one. Doing it again
 * changes nothing and tells nobody (contract B9).
 */
export const subscribe = async (
  deps: SubscriptionDeps & { readonly database: Database },
  acting: Acting,
  input: SubscribeInput,
): Promise<void> =>
  await tryUntilSettled(async () => {
    const subscriber = await findSubscriber(deps.database, input);
    const { service } = subscriber;
    refuseChildService(service);
    const change = {
      ...subscriber,
      event: service.approvalNeeded ? ('ask' as const) : ('add' as const),
      // Roles mean nothing while access levels are off, and whoever holds one keeps it.
      level: service.levels === null ? undefined : chooseLevel(service.levels, input.role),
      notify: wantsNotification(service.notification, input.override),
    };
    await applyChange(deps, acting, change);
  });
