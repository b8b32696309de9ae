import type { Acting } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { applyChange, type SubscriptionDeps } from './apply-changes.ts';
import { type FindSubscriberInput, findSubscriber } from './find-subscriber.ts';
import { refuseChildService } from './refuse-child-service.ts';
import { tryUntilSettled } from './try-until-settled.ts';
import { wantsNotification } from './wants-notification.ts';

export interface SettleSubscriptionInput extends FindSubscriberInput {
  /** Approvals are for those who run the service; errors are reported by whoever carries a subscription out. */
  readonly decision: 'approve' | 'reject' | 'fail' | 'recover';
}

/** Decides about a subscription that waits, or notes that one could not be carried out. A wrong state is a conflict. */
export const settleSubscription = async (
  deps: SubscriptionDeps & { readonly database: Database },
  acting: Acting,
  input: SettleSubscriptionInput,
): Promise<void> =>
  await tryUntilSettled(async () => {
    const subscriber = await findSubscriber(deps.database, input);
    refuseChildService(subscriber.service);
    const isDecision = input.decision === 'approve' || input.decision === 'reject';
    const change = {
      ...subscriber,
      event: input.decision,
      notify: isDecision && wantsNotification(subscriber.service.notification, 'none'),
    };
    await applyChange(deps, acting, change);
  });
