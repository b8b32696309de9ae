import type { Acting } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { applyChange, type SubscriptionDeps } from './apply-changes.ts';
import { chooseLevel } from './choose-level.ts';
import { findSubscriber } from './find-subscriber.ts';
import { tryUntilSettled } from './try-until-settled.ts';

export interface AskForSubscriptionInput {
  readonly serviceId: string;
  /** Who asks, for himself. */
  readonly user: { readonly id: string; readonly tenantId: string };
}

/** A user subscribes by himself, where the service lets people: at its root, with the first level, without a mail. */
export const askForSubscription = async (
  deps: SubscriptionDeps & { readonly database: Database },
  acting: Acting,
  input: AskForSubscriptionInput,
): Promise<void> =>
  await tryUntilSettled(async () => {
    const { serviceId, user } = input;
    const who = { serviceId, userId: user.id, tenantId: user.tenantId, seesTenant: true };
    const subscriber = await findSubscriber(deps.database, who);
    const { service, subscription } = subscriber;
    if (!service.selfSubscribe) {
      throw new AppError('forbidden', 'service.not-open', 'Users cannot subscribe to this service by themselves.');
    }
    if (subscription?.state === 'rejected') {
      throw new AppError('forbidden', 'subscription.rejected', 'The subscription was rejected.');
    }
    const change = {
      ...subscriber,
      event: service.approvalNeeded ? ('ask' as const) : ('add' as const),
      level: subscription?.levelId ? undefined : chooseLevel(service.levels, undefined),
      notify: false,
    };
    await applyChange(deps, acting, change);
  });
