import type { Acting } from '../../accounts/index.ts';
import { toAuditRows } from '../../platform/audit/index.ts';
import type { Database, Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { toMailRow } from '../../platform/mail/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import type { AccessLevel, Subscriber } from './subscription.ts';
import { subscriptionMail } from './subscription-mail.ts';
import { nextState, type StateOfSubscription, type SubscriptionEvent } from './subscription-state.ts';
import {
  type SubscriberLimit,
  type SubscriptionWrites,
  type WrittenSubscription,
  writeSubscriptions,
  writeSubscriptionsTogether,
} from './subscription-store.ts';
import { toRefusal } from './to-refusal.ts';

export interface SubscriptionChange extends Subscriber {
  readonly event: SubscriptionEvent;
  /** The level and sku to hold from now on; undefined leaves them. */
  readonly level?: AccessLevel | null | undefined;
  readonly sku?: string | null | undefined;
  /** The user hears of it, if the state becomes another one. */
  readonly notify: boolean;
}

export interface SubscriptionDeps {
  readonly secretBox: SecretBox;
}

interface Decided extends SubscriptionChange {
  readonly next: StateOfSubscription;
  readonly nextLevel: AccessLevel | null;
  readonly nextSku: string | null;
  readonly movesState: boolean;
}

/**
 * Writes changes with their audit rows and mails; what would change nothing writes nothing. All of them, or an error. Stands
 * in the caller's transaction, for callers that change more than subscriptions.
 */
export const applyChanges = async (
  transaction: Transaction,
  deps: SubscriptionDeps,
  acting: Acting,
  changes: readonly SubscriptionChange[],
): Promise<void> => {
  const writes = toWrites(deps, acting, changes);
  if (writes.changes.length > 0) await writeSubscriptions(transaction, writes).catch(refuse);
};

/** The same for one change, which is all that happens: no transaction has to be opened for it. */
export const applyChange = async (
  deps: SubscriptionDeps & { readonly database: Database },
  acting: Acting,
  change: SubscriptionChange,
): Promise<void> => {
  const writes = toWrites(deps, acting, [change]);
  if (writes.changes.length > 0) await writeSubscriptionsTogether(deps.database, writes).catch(refuse);
};

const refuse = (error: unknown): never => {
  throw toRefusal(error);
};

const toWrites = (
  deps: SubscriptionDeps,
  acting: Acting,
  changes: readonly SubscriptionChange[],
): SubscriptionWrites => {
  const decided = changes.map(decide).filter(isChange);
  const mails = decided.flatMap((change) => (change.notify && change.movesState ? (toMail(change) ?? []) : []));
  return {
    changes: decided.map(toRow),
    limits: findLimits(decided),
    auditRows: toAuditRows(decided.map((change) => ({ ...acting, ...toAuditEntry(change) }))),
    mails: mails.map((mail) => toMailRow(deps, mail)),
  };
};

const decide = (change: SubscriptionChange): Decided | undefined => {
  const { subscription, event } = change;
  const next = nextState(subscription, event);
  if (next === undefined) {
    if (event === 'remove' || event === 'fail') return undefined;
    throw new AppError('conflict', 'subscription.state', `The subscription is not in a state to ${event} it.`);
  }
  // Whoever does not subscribe holds nothing, so that a level without subscribers may go (contract A15).
  const holds = ['subscribing', 'pending'].includes(next.stateBeforeError ?? next.state);
  const current = levelOf(change);
  return {
    ...change,
    next,
    nextLevel: holds ? (change.level === undefined ? current : change.level) : null,
    nextSku: holds ? (change.sku === undefined ? (subscription?.sku ?? null) : change.sku) : null,
    movesState: next.state !== subscription?.state,
  };
};

const levelOf = ({ subscription }: SubscriptionChange): AccessLevel | null =>
  subscription === undefined || subscription.levelId === null
    ? null
    : { id: subscription.levelId, name: subscription.levelName ?? '' };

const isChange = (decided: Decided | undefined): decided is Decided =>
  decided !== undefined &&
  (decided.movesState ||
    decided.nextLevel?.id !== levelOf(decided)?.id ||
    decided.nextSku !== (decided.subscription?.sku ?? null));

/** Services that take only so many, and how many join them with these changes. */
const findLimits = (decided: readonly Decided[]): SubscriberLimit[] => {
  const joining = decided.filter(({ next, movesState }) => movesState && next.state === 'subscribing');
  return [...Map.groupBy(joining, ({ service }) => service.rootId)].flatMap(([serviceId, changes]) => {
    const most = changes[0]?.service.subscriberLimit ?? null;
    return most === null ? [] : [{ service_id: serviceId, joining: changes.length, most }];
  });
};

const toRow = ({ service, user, subscription, next, nextLevel, nextSku }: Decided): WrittenSubscription => ({
  service_id: service.rootId,
  user_id: user.id,
  state: next.state,
  state_before_error: next.stateBeforeError,
  access_level_id: nextLevel?.id ?? null,
  sku: nextSku,
  revision: subscription?.revision ?? 0,
});

const toAuditEntry = ({ service, user, subscription, next, nextLevel, movesState }: Decided) => ({
  action: movesState ? (`subscription.${next.state}` as const) : ('subscription.changed' as const),
  target: { kind: 'subscription', id: `${service.rootId}/${user.id}` },
  tenantId: service.tenantId,
  details: {
    serviceId: service.rootId,
    userId: user.id,
    from: subscription?.state ?? null,
    to: next.state,
    level: nextLevel?.name ?? null,
  },
});

const toMail = ({ service, user, subscription, next, nextLevel }: Decided) =>
  subscriptionMail({
    service,
    user,
    state: next.state,
    levelName: nextLevel?.name ?? null,
    revision: (subscription?.revision ?? 0) + 1,
  });
