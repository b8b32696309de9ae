import type { ConstraintRules } from '../../platform/database/index.ts';

/** What a violated constraint of subscriptions means to the caller: the other side went away in the meantime. */
export const subscriptionConstraintRules: ConstraintRules = {
  subscriptions_service_fkey: { kind: 'notFound', code: 'service.not-found', message: 'There is no such service.' },
  subscriptions_user_fkey: { kind: 'notFound', code: 'user.not-found', message: 'There is no such user.' },
  subscriptions_level_fkey: {
    kind: 'conflict',
    code: 'access-level.in-use',
    message: 'The access level was deleted, or taken, by somebody else at the same time. Try again.',
  },
};
