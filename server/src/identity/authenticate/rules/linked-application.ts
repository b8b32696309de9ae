import type { FastifyRequest } from 'fastify';
import type { Rule } from '../../../platform/authorization/rule.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { TokenPrincipal } from '../principal.ts';
import { type Authenticate, forbidden, people, principalKinds } from './caller-rule.ts';
import { type LinkedService, selectAdministeredServices, selectLinkedServices } from './linked-service-store.ts';
import { pathId } from './path-id.ts';

const linked = new WeakMap<FastifyRequest, readonly LinkedService[]>();

/** The services that the caller's application is linked to and may use in this way, on routes with `linkedApplication`. */
export const linkedServicesOf = (request: FastifyRequest): readonly LinkedService[] => {
  const services = linked.get(request);
  if (services === undefined) throw new Error('The rule of this route asks for no service.');
  return services;
};

export interface LinkedApplicationOptions {
  /** `read`: the application is linked. `manage`: it has the right to, or its user administers the service. */
  readonly needs: 'read' | 'manage';
  /** The service is named in the path; otherwise it is whichever the application is linked to (contract B8). */
  readonly parameter?: string;
  /** Whether the application may write is asked only where it is linked to one service: otherwise it is not clear of which. */
  readonly allowsAmbiguity?: boolean;
}

const serviceNotFound = (): AppError =>
  new AppError('notFound', 'service.not-found', 'The application is linked to no such service.');

/** Callers whose application is linked to the service (contract B18). To others the service does not exist. */
export const linkedApplication = (
  deps: { readonly authenticate: Authenticate; readonly database: Database },
  options: LinkedApplicationOptions,
): Rule => ({
  name:
    options.needs === 'read'
      ? 'callers whose application is linked to the service'
      : 'callers whose application is linked to the service and may manage its subscriptions, and its administrators',
  principals: [...people, principalKinds.application],
  relation: 'linkedService',
  enforce: async (request, reply) => {
    const principal = await deps.authenticate(request, reply);
    const named = options.parameter === undefined ? undefined : pathId(request, options.parameter);
    const services = (await selectLinkedServices(deps.database, principal.applicationId)).filter(
      ({ serviceId }) => named === undefined || serviceId === named,
    );
    if (services.length === 0) throw serviceNotFound();
    const isOpen = options.needs === 'read' || (options.allowsAmbiguity === true && services.length > 1);
    const usable = isOpen ? services : await manageable(deps.database, principal, services);
    if (usable.length === 0) {
      const message = 'The application may not manage the subscriptions of the service.';
      throw forbidden('service.not-manageable', message);
    }
    linked.set(request, usable);
  },
});

const manageable = async (
  database: Database,
  principal: TokenPrincipal,
  services: readonly LinkedService[],
): Promise<LinkedService[]> => {
  const others = services.filter((service) => !service.mayManageSubscriptions).map(({ serviceId }) => serviceId);
  const administered =
    principal.kind === 'user' ? await selectAdministeredServices(database, principal.userId, others) : [];
  return services.filter(
    ({ serviceId, mayManageSubscriptions }) => mayManageSubscriptions || administered.includes(serviceId),
  );
};
