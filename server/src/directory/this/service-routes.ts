import { Type } from 'typebox';
import { anyCaller, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { nextPageLink, pagingQuery } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { selectLinkedServices } from '../services/linked-service-list-store.ts';
import { ServiceReference } from '../wire/services.ts';
import { toServiceReference } from '../wire/to-service-reference.ts';
import { failures } from './failures.ts';

/** The services of the calling application. */
export const serviceRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/this/services',
    operationId: 'getServices',
    tag: 'This',
    summary: 'Services that the calling application works for',
    rule: anyCaller(deps.authenticator.keyAndToken),
    query: pagingQuery,
    answers: {
      200: {
        description: 'A page of the services, by name.',
        schema: Type.Array(ServiceReference),
        headers: { Link: 'The next page, where there is one (`rel="next"`).' },
      },
      ...failures(),
    },
    handler: async ({ query: { page, pageSize }, request, reply }) => {
      const { applicationId } = tokenPrincipalOf(request);
      const services = await selectLinkedServices(deps.database, {
        applicationId,
        skip: page * pageSize,
        limit: pageSize + 1,
      });
      if (services.length > pageSize) reply.header('link', nextPageLink(request.url, page, deps.publicUrl));
      return services.slice(0, pageSize).map(toServiceReference);
    },
  }),
];
