import type { notificationOverrides } from '../wire/subscriptions.ts';

export type NotificationOverride = (typeof notificationOverrides)[number];

/** Whether subscribers hear of a change: as the service is set, unless the caller says otherwise. `none` says nothing. */
export const wantsNotification = (setting: string, override: NotificationOverride | null | undefined): boolean =>
  (override === 'send' || override === 'suppress' ? override : setting) === 'send';
