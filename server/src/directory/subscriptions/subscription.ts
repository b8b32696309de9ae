import type { ReferredUser } from '../wire/to-user-reference.ts';
import type { StateOfSubscription } from './subscription-state.ts';

export interface AccessLevel {
  readonly id: string;
  readonly name: string;
}

/** What a service says about its subscriptions: its own words where it is a root, otherwise those of its root. */
export interface SubscribedService {
  /** The service that was asked for. */
  readonly id: string;
  /** The service that keeps the subscriptions (contract B10). */
  readonly rootId: string;
  readonly name: string;
  readonly tenantId: string;
  readonly serviceUrl: string | null;
  readonly approvalNeeded: boolean;
  readonly selfSubscribe: boolean;
  readonly notification: string;
  readonly subscriberLimit: number | null;
  /** In their order; null when access levels are off. */
  readonly levels: readonly AccessLevel[] | null;
}

export interface Subscription extends StateOfSubscription {
  readonly levelId: string | null;
  readonly levelName: string | null;
  readonly sku: string | null;
  /** Counts the changes; what is written must have been read at this number. */
  readonly revision: number;
}

export interface Subscriber {
  readonly service: SubscribedService;
  readonly user: ReferredUser;
  readonly subscription: Subscription | undefined;
}

/** Subscribes, or has asked to. */
export const isLive = (subscription: Subscription | undefined): boolean =>
  ['subscribing', 'pending'].includes(subscription?.stateBeforeError ?? subscription?.state ?? 'none');
