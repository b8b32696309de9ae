import type { Acting } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { applyChange, type SubscriptionDeps } from './apply-changes.ts';
import { type FindSubscriberInput, findSubscriber } from './find-subscriber.ts';
import { refuseChildService } from './refuse-child-service.ts';
import { tryUntilSettled } from './try-until-settled.ts';
import { wantsNotification } from './wants-notification.ts';

export interface UnsubscribeInput extends FindSubscriberInput {
  readonly suppressNotification: boolean;
}

/** Makes sure that the user does not subscribe. A subscription that is not there is no error (contract B9). */
export const unsubscribe = async (
  deps: SubscriptionDeps & { readonly database: Database },
  acting: Acting,
  input: UnsubscribeInput,
): Promise<void> =>
  await tryUntilSettled(async () => {
    const subscriber = await findSubscriber(deps.database, input);
    refuseChildService(subscriber.service);
    const override = input.suppressNotification ? 'suppress' : 'none';
    const change = {
      ...subscriber,
      event: 'remove' as const,
      notify: wantsNotification(subscriber.service.notification, override),
    };
    await applyChange(deps, acting, change);
  });
