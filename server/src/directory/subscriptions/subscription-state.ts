/** The states that a subscription is kept in. Without a row there is none, which reads as `notSubscribing`. */
export const subscriptionStates = ['subscribing', 'pending', 'rejected', 'notSubscribing', 'error'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];
export type StateBeforeError = Exclude<SubscriptionState, 'error'>;

/**
 * What can happen to a subscription. `add` and `ask` are the same wish, without and with an approval that the service
 * needs; `fail` and `recover` are for what could not be carried out, and could after all.
 */
export const subscriptionEvents = ['add', 'ask', 'approve', 'reject', 'remove', 'fail', 'recover'] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

export interface StateOfSubscription {
  readonly state: SubscriptionState;
  /** Where an error goes back to; null in every other state. */
  readonly stateBeforeError: StateBeforeError | null;
}

type Row = Readonly<Partial<Record<SubscriptionEvent, StateBeforeError>>>;

/**
 * Contract B9, whole. What is not listed cannot happen. A removed request is a rejected one; who was rejected or removed
 * may be added again; removing what is not there changes nothing.
 */
export const transitions: Readonly<Record<StateBeforeError | 'none', Row>> = {
  none: { add: 'subscribing', ask: 'pending' },
  notSubscribing: { add: 'subscribing', ask: 'pending', remove: 'notSubscribing' },
  rejected: { add: 'subscribing', ask: 'pending', remove: 'rejected' },
  pending: { add: 'subscribing', ask: 'pending', approve: 'subscribing', reject: 'rejected', remove: 'rejected' },
  subscribing: { add: 'subscribing', ask: 'subscribing', remove: 'notSubscribing' },
};

/**
 * The state after the event; undefined when it cannot happen in this state. An error comes from any state and goes back to
 * it; whatever else happens meanwhile, happens to the state before the error.
 */
export const nextState = (
  current: StateOfSubscription | undefined,
  event: SubscriptionEvent,
): StateOfSubscription | undefined => {
  const before = current?.stateBeforeError ?? (current?.state as StateBeforeError | undefined);
  if (event === 'fail') return before === undefined ? undefined : { state: 'error', stateBeforeError: before };
  if (event === 'recover') {
    return current?.state === 'error' && before !== undefined ? { state: before, stateBeforeError: null } : undefined;
  }
  const state = transitions[before ?? 'none'][event];
  return state === undefined ? undefined : { state, stateBeforeError: null };
};

/** What clients see (contract B9): the state `null` is never shown. */
export const shownState = (current: StateOfSubscription | undefined): SubscriptionState =>
  current?.state ?? 'notSubscribing';
