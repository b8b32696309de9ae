import { AppError, type ErrorDetail } from '../../platform/errors/app-error.ts';
import { chooseLevel } from '../subscriptions/choose-level.ts';
import { refuseChildService } from '../subscriptions/refuse-child-service.ts';
import type { AccessLevel, SubscribedService } from '../subscriptions/subscription.ts';
import type { NotificationOverride } from '../subscriptions/wants-notification.ts';
import type { Registration, WantedSubscription } from './read-registrations.ts';

/** A subscription that the new user gets, checked against its service. */
export interface PlannedSubscription {
  readonly service: SubscribedService;
  /** Undefined leaves the level of somebody who subscribes already. */
  readonly level: AccessLevel | null | undefined;
  readonly hasRole: boolean;
  readonly sku: string | null;
  readonly override: NotificationOverride | null;
}

export interface PlannedRegistration extends Registration {
  readonly planned: readonly PlannedSubscription[];
}

const problemAt = (path: string, text: string): ErrorDetail => ({ in: 'body', path, message: `\`${path}\` ${text}.` });

/** Puts the services to the registrations. `services` are those whose subscriptions the caller may manage. */
export const planSubscriptions = (
  registrations: readonly Registration[],
  services: readonly SubscribedService[],
): { readonly registrations: PlannedRegistration[]; readonly problems: ErrorDetail[] } => {
  const problems: ErrorDetail[] = [];
  const planned = registrations.map((registration) => ({
    ...registration,
    planned: registration.subscriptions.flatMap((wanted) => {
      const outcome = planOne(wanted, services);
      if (!('problem' in outcome)) return [outcome];
      problems.push(outcome.problem);
      return [];
    }),
  }));
  return { registrations: planned, problems };
};

const planOne = (
  wanted: WantedSubscription,
  services: readonly SubscribedService[],
): PlannedSubscription | { readonly problem: ErrorDetail } => {
  const path = `${wanted.pointer}/serviceId`;
  if (wanted.serviceId === undefined && services.length > 1) {
    const ids = services.map(({ id }) => id).join(', ');
    return { problem: problemAt(path, `is required, because the application is linked to several services: ${ids}`) };
  }
  const service = services.find(({ id }) => wanted.serviceId === undefined || id === wanted.serviceId);
  if (service === undefined) {
    return { problem: problemAt(path, 'must be a service whose subscriptions the application may manage') };
  }
  try {
    refuseChildService(service);
    return {
      service,
      level: service.levels === null ? undefined : chooseLevel(service.levels, wanted.role, `${wanted.pointer}/role`),
      hasRole: wanted.role !== null && wanted.role !== '',
      sku: wanted.sku,
      override: wanted.override,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problem: error.details[0] ?? { in: 'body', path, message: `\`${path}\`: ${error.message}` } };
  }
};
