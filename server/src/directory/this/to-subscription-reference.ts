import type { Subscriber } from '../subscriptions/subscription.ts';
import { shownState } from '../subscriptions/subscription-state.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import type { SubscriptionReference } from '../wire/users.ts';

/** The role is the access level, and means nothing while the service has access levels switched off. */
export const toSubscriptionReference = ({ service, user, subscription }: Subscriber): SubscriptionReference => ({
  state: shownState(subscription),
  role: service.levels === null ? null : (subscription?.levelName ?? null),
  ...toUserReference(user),
});
