import type { FastifyRequest } from 'fastify';
import { forbidden, linkedApplication, linkedServicesOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { InformedError } from '../error-form.ts';

type RuleDeps = Pick<DirectoryDeps, 'authenticator' | 'database'>;
type Needs = 'read' | 'manage';

const linkedTo = ({ authenticator, database }: RuleDeps, options: Parameters<typeof linkedApplication>[1]): Rule =>
  linkedApplication({ authenticate: authenticator.keyAndToken, database }, options);

/** The application is linked to the service of the path (contract B18). */
export const namedService = (deps: RuleDeps, needs: Needs): Rule => linkedTo(deps, { needs, parameter: 'serviceId' });

/**
 * The application is linked to a service, which the path does not name (contract B8). Whether it may write is asked only
 * where it is clear of which service.
 */
export const singleService = (deps: RuleDeps, needs: Needs): Rule => linkedTo(deps, { needs, allowsAmbiguity: true });

/** The one service that the calling application is linked to; several are ambiguous, and their ids are told. */
export const singleServiceOf = (request: FastifyRequest): string => {
  const services = linkedServicesOf(request);
  const [service] = services;
  if (service !== undefined && services.length === 1) return service.serviceId;
  throw new InformedError(
    'ambiguous',
    'service.ambiguous',
    'The application is linked to several services. Use the operation that names the service.',
    services.map(({ serviceId }) => serviceId).join(', '),
  );
};

/** For operations on users, which no service owns: the application works for some service. */
export const someService = (deps: RuleDeps, needs: Needs): Rule => {
  const rule = linkedTo(deps, { needs });
  return {
    ...rule,
    name:
      needs === 'read'
        ? 'callers whose application is linked to a service'
        : 'callers whose application is linked to a service whose subscriptions it may manage, and its administrators',
    relation: 'none',
    enforce: async (request, reply) => {
      try {
        await rule.enforce(request, reply);
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== 'notFound') throw error;
        throw forbidden('application.without-service', 'The application is linked to no service.');
      }
    },
  };
};
