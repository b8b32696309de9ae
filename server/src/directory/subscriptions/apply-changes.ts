import type { Acting } from '../../accounts/index.ts';
import { recordAudit } from '../../platform/audit/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { queueMails } from '../../platform/mail/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import type { AccessLevel, Subscriber } from './subscription.ts';
import { subscriptionMail } from './subscription-mail.ts';
import { nextState, type StateOfSubscription, type SubscriptionEvent } from './subscription-state.ts';
import { countSubscribers, lockSubscriberLimit, writeSubscriptions } from './subscription-store.ts';

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

/** Somebody else changed the subscription after it was read. Read again, decide again. */
export const contended = 'subscription.contended';

/** Writes changes with their audit rows and mails; what would change nothing writes nothing. All of them, or an error. */
export const applyChanges = async (
  transaction: Transaction,
  deps: SubscriptionDeps,
  acting: Acting,
  changes: readonly SubscriptionChange[],
): Promise<void> => {
  const decided = changes.map(decide).filter(isChange);
  if (decided.length === 0) return;
  await refuseAboveLimit(transaction, decided);
  const written = await writeSubscriptions(transaction, decided.map(toRow));
  if (written < decided.length) {
    throw new AppError(
      'conflict',
      contended,
      'The subscription was changed by somebody else at the same time. Try again.',
    );
  }
  await recordAudit(transaction, ...decided.map((change) => ({ ...acting, ...toAuditEntry(change) })));
  const mails = decided.flatMap((change) => (change.notify && change.movesState ? (toMail(change) ?? []) : []));
  if (mails.length > 0) await queueMails(deps, transaction, mails);
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

const refuseAboveLimit = async (transaction: Transaction, decided: readonly Decided[]): Promise<void> => {
  const joining = decided.filter(({ next, movesState }) => movesState && next.state === 'subscribing');
  const byService = Map.groupBy(joining, ({ service }) => service.rootId);
  for (const [serviceId, changes] of [...byService].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const limit = changes[0]?.service.subscriberLimit ?? null;
    if (limit === null) continue;
    await lockSubscriberLimit(transaction, serviceId);
    if ((await countSubscribers(transaction, serviceId)) + changes.length > limit) {
      throw new AppError(
        'invalid',
        'subscription.limit-reached',
        `The service takes at most ${limit} subscribers, and there is no room for ${changes.length} more.`,
      );
    }
  }
};

const toRow = ({ service, user, subscription, next, nextLevel, nextSku }: Decided) => ({
  serviceId: service.rootId,
  userId: user.id,
  ...next,
  levelId: nextLevel?.id ?? null,
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
