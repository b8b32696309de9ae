import { AppError } from '../../platform/errors/app-error.ts';

/** Somebody else changed the subscription after it was read. Read again, decide again. */
export const contended = 'subscription.contended';

/** What the function `write_subscriptions` found in the way; every other error as it is. */
export const toRefusal = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('constraint' in error)) return error;
  if (error.constraint === 'subscriptions_unchanged') {
    const message = 'The subscription was changed by somebody else at the same time. Try again.';
    return new AppError('conflict', contended, message, { cause: error });
  }
  if (error.constraint === 'subscriptions_limit' && 'detail' in error) {
    const { most, joining } = JSON.parse(String(error.detail)) as { most: number; joining: number };
    const message = `The service takes at most ${most} subscribers, and there is no room for ${joining} more.`;
    return new AppError('invalid', 'subscription.limit-reached', message, { cause: error });
  }
  return error;
};
