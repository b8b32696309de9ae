import { Type } from 'typebox';
import { actingOf, openedProjectOf } from '../../identity/authenticate/index.ts';
import { readService } from '../../identity/services/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, noContent, pathIds, time } from '../wire/schemas.ts';
import { selectServiceAdministrators } from './service-administrator-store.ts';
import { setServiceAdministrator } from './set-service-administrator.ts';

const tag = 'Services';
const path = '/projects/{projectId}/services/{serviceId}/administrators';

const administratorSchema = Type.Object(
  { userId: id, displayName: Type.String(), email: Type.String(), since: time },
  { title: 'ServiceAdministrator' },
);

/** Who may manage the subscriptions of a service, whichever application they use (contract B18). */
export const createServiceAdministratorRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'listServiceAdministrators',
    tag,
    summary: 'Administrators of a service.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId', 'serviceId'),
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of administrators, by name.', schema: pageOf(administratorSchema) } },
    handler: async ({ params: { projectId, serviceId }, query }) => {
      await readService(deps.database, { serviceId, scope: { projectId } });
      const administrators = await selectServiceAdministrators(deps.database, serviceId);
      return cutPage(
        readPage(query),
        administrators.map(({ grantedAt, ...user }) => ({ ...user, since: grantedAt })),
      );
    },
  }),
  ...([true, false] as const).map((isAdministrator) =>
    defineRoute({
      method: isAdministrator ? 'PUT' : 'DELETE',
      path: `${path}/{userId}`,
      operationId: isAdministrator ? 'addServiceAdministrator' : 'removeServiceAdministrator',
      tag,
      summary: isAdministrator
        ? 'Makes a user of the tenant an administrator of a service.'
        : 'Takes a service out of the hands of an administrator.',
      rule: deps.rules.projectMember('owner'),
      params: pathIds('projectId', 'serviceId', 'userId'),
      answers: { 204: noContent },
      handler: async ({ params: { serviceId, userId }, request }) => {
        const { project } = openedProjectOf(request);
        const input = { project, serviceId, userId, isAdministrator };
        await inTransaction(deps.database, (t) => setServiceAdministrator(t, actingOf(request), input));
      },
    }),
  ),
];
