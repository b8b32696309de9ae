import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { linkedServicesOf } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { nextPageLink, pageParameter, pageSizeParameter } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { type AdministratorRow, selectAdministrators } from '../services/administrator-store.ts';
import { findServiceAdministrator } from '../services/find-service-administrator.ts';
import { toRoleReference } from '../wire/to-role-reference.ts';
import { toUserInfo } from '../wire/to-user-info.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import { AdminInfo, AdminReference } from '../wire/users.ts';
import { namedService, someService } from './application-rules.ts';
import { failures } from './failures.ts';

const tag = 'This';
const uuid = Type.String({ format: 'uuid' });
/** As many as any service has; the rest is behind the link to the next page. */
const usualPageSize = 1_000;
const query = Type.Object({ page: Type.Optional(pageParameter), pageSize: Type.Optional(pageSizeParameter) });

const administratorPath = (serviceId: string, userId: string): string =>
  `/this/services/${serviceId}/administrators/${userId}`;

const toAdminReference = (administrator: AdministratorRow): AdminReference => ({
  accessLevelUrl: administratorPath(administrator.serviceId, administrator.id),
  serviceId: administrator.serviceId,
  ...toUserReference(administrator),
});

const pageAnswer = {
  description: 'The administrators, by name.',
  schema: Type.Array(AdminReference),
  headers: { Link: 'The next page, where there is one (`rel="next"`).' },
};

/** Who administers the services of the calling application. */
export const administratorRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const list = async (
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    { page = 0, pageSize = usualPageSize }: { readonly page?: number; readonly pageSize?: number },
  ): Promise<AdminReference[]> => {
    const administrators = await selectAdministrators(deps.database, {
      serviceIds: linkedServicesOf(request).map(({ serviceId }) => serviceId),
      skip: page * pageSize,
      limit: pageSize + 1,
    });
    if (administrators.length > pageSize) reply.header('link', nextPageLink(request.url, page, deps.publicUrl));
    return administrators.slice(0, pageSize).map(toAdminReference);
  };

  return [
    defineRoute({
      method: 'GET',
      path: '/this/administrators',
      operationId: 'getAdministrators',
      tag,
      summary: 'Administrators of the services of the calling application',
      rule: someService(deps, 'read'),
      query,
      answers: { 200: pageAnswer, ...failures() },
      handler: async ({ query: paging, request, reply }) => await list({ request, reply }, paging),
    }),
    defineRoute({
      method: 'GET',
      path: '/this/services/{serviceId}/administrators',
      operationId: 'getServiceAdministrators',
      tag,
      summary: 'Administrators of a service',
      rule: namedService(deps, 'read'),
      params: Type.Object({ serviceId: uuid }),
      query,
      answers: { 200: pageAnswer, ...failures() },
      handler: async ({ query: paging, request, reply }) => await list({ request, reply }, paging),
    }),
    defineRoute({
      method: 'GET',
      path: '/this/services/{serviceId}/administrators/{userId}',
      operationId: 'getServiceAdministrator',
      tag,
      summary: 'One administrator of a service',
      rule: namedService(deps, 'read'),
      params: Type.Object({ serviceId: uuid, userId: uuid }),
      answers: { 200: { description: 'The administrator.', schema: AdminInfo }, ...failures() },
      handler: async ({ params }) => {
        const serviceId = params.serviceId.toLowerCase();
        const input = { serviceId, userId: params.userId.toLowerCase() };
        const { user, companies } = await findServiceAdministrator(deps.database, input);
        const role = toRoleReference({ type: 'serviceAdministrator', id: serviceId, name: 'administrator' });
        return { roles: [role], ...toUserInfo(user, companies) };
      },
    }),
  ];
};
