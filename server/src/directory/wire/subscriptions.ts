import { type Static, Type } from 'typebox';
import { oneOf, text } from './members.ts';

/** What a caller may say about the notification of a change; `none` leaves it to the service. */
export const notificationOverrides = ['send', 'suppress', 'none'] as const;

const overrideNotificationSettings = () =>
  oneOf(notificationOverrides, 'Use only to override the configuration of the service.');

export const SubscriptionOptions = Type.Object(
  {
    role: text('Access level; only meaningful if access levels are configured for the service.'),
    overrideNotificationSettings: overrideNotificationSettings(),
  },
  { title: 'SubscriptionOptions' },
);
export type SubscriptionOptions = Static<typeof SubscriptionOptions>;

export const SubscriptionRequest = Type.Object(
  {
    serviceId: Type.String({ format: 'uuid', description: 'Service to subscribe to.' }),
    role: text('Access level.'),
    sku: text(),
    overrideNotificationSettings: overrideNotificationSettings(),
  },
  { title: 'SubscriptionRequest' },
);
export type SubscriptionRequest = Static<typeof SubscriptionRequest>;

/** The specification's states; `null` is never emitted (contract B9). */
export const wireSubscriptionStates = [
  'subscribing',
  'pending',
  'rejected',
  'notSubscribing',
  'null',
  'error',
] as const;

export const SubscriptionState = Type.Object(
  { state: oneOf(wireSubscriptionStates, 'State of the subscription.') },
  { title: 'SubscriptionState' },
);
export type SubscriptionState = Static<typeof SubscriptionState>;
