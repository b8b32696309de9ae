import type { Acting } from '../../accounts/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { applyChanges, type SubscriptionChange, type SubscriptionDeps } from '../subscriptions/apply-changes.ts';
import { isLive } from '../subscriptions/subscription.ts';
import { selectSubscriptions } from '../subscriptions/subscription-store.ts';
import { wantsNotification } from '../subscriptions/wants-notification.ts';
import type { Invitee } from './invite-people.ts';
import type { PlannedSubscription } from './plan-subscriptions.ts';

export interface SubscribePeopleInput {
  readonly people: readonly Invitee[];
  /** Ids of those who get an invitation, which tells of their subscriptions too. */
  readonly invited: ReadonlySet<string>;
}

interface Wish extends PlannedSubscription {
  readonly user: Invitee['user'];
}

/** Subscribes people to what was planned for them. Who subscribes already is left alone, unless a role was named. */
export const subscribePeople = async (
  transaction: Transaction,
  deps: SubscriptionDeps,
  acting: Acting,
  input: SubscribePeopleInput,
): Promise<void> => {
  const wishes = new Map<string, Wish>();
  for (const { user, registration } of input.people) {
    for (const planned of registration.planned) {
      const key = `${planned.service.rootId} ${user.id}`;
      if (!wishes.has(key)) wishes.set(key, { ...planned, user });
    }
  }
  if (wishes.size === 0) return;
  const stored = await selectSubscriptions(
    transaction,
    [...wishes.values()].map(({ service, user }) => ({ serviceId: service.rootId, userId: user.id })),
  );
  const changes = [...wishes].flatMap(([key, wish]): SubscriptionChange[] => {
    const subscription = stored.get(key);
    if (isLive(subscription) && !wish.hasRole) return [];
    const { service, user, level, sku, override } = wish;
    const notify = input.invited.has(user.id) ? override === 'send' : wantsNotification(service.notification, override);
    const event = service.approvalNeeded ? 'ask' : 'add';
    return [{ service, user, subscription, event, level, sku: sku ?? undefined, notify }];
  });
  await applyChanges(transaction, deps, acting, changes);
};
