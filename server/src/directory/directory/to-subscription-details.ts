import type { SubscriptionDetails } from '../wire/subscription-details.ts';
import type { SubscriptionState } from '../wire/subscriptions.ts';
import { toRoleReference } from '../wire/to-role-reference.ts';
import { toServiceReference } from '../wire/to-service-reference.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import type { SubscriptionRow } from './subscription-details-store.ts';

export const toSubscriptionDetails = ({ service, user, level, state }: SubscriptionRow): SubscriptionDetails => ({
  service: toServiceReference(service),
  user: toUserReference(user),
  role: level === null ? null : toRoleReference({ type: 'accessLevel', ...level }),
  subscriptionState: { state: state as NonNullable<SubscriptionState['state']> },
  tenantId: user.tenantId,
  pricingTier: service.pricingTier,
});
