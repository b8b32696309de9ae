import { AppError } from '../../platform/errors/app-error.ts';
import type { SubscribedService } from './subscription.ts';

/** Contract B10: subscriptions are changed at the root, and the caller learns which service that is. */
export const refuseChildService = (service: SubscribedService): void => {
  if (service.id === service.rootId) return;
  throw new AppError(
    'invalid',
    'service.nested',
    `The service is part of another one. Change subscriptions at its root service ${service.rootId} (${service.name}).`,
  );
};
