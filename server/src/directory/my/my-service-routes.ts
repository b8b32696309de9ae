import { Type } from 'typebox';
import { listCompaniesOfUser } from '../../accounts/index.ts';
import { userOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { listMyWidgets } from '../widgets/list-my-widgets.ts';
import { toWidget } from '../widgets/to-widget.ts';
import { CompanyReference } from '../wire/companies.ts';
import { MyServiceReference, Widget } from '../wire/services.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { toCompanyReference } from '../wire/to-company-reference.ts';
import { toServiceReference } from '../wire/to-service-reference.ts';
import { selectMyServices } from './my-service-store.ts';

const tag = 'My';

/** What the user belongs to and may use. */
export const myServiceRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/my/companies',
    operationId: 'getMyCompanies',
    tag,
    summary: 'Companies of the signed-in user',
    rule,
    answers: { 200: { description: 'The companies, by name.', schema: Type.Array(CompanyReference) } },
    handler: async ({ request }) => {
      const companies = await listCompaniesOfUser(deps.database, { userId: userOf(request).userId });
      return companies.map(({ company }) => toCompanyReference(company));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/my/services',
    operationId: 'getMyServices',
    tag,
    summary: 'Services that the signed-in user subscribes to',
    rule,
    headers: Type.Object(tenantHeader),
    answers: { 200: { description: 'The services, by name.', schema: Type.Array(MyServiceReference) } },
    handler: async ({ headers, request }) => {
      const services = await selectMyServices(deps.database, {
        userId: userOf(request).userId,
        tenantId: headers.tenantId,
      });
      return services.map((service) => ({ serviceUrl: service.serviceUrl, ...toServiceReference(service) }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/my/widgets',
    operationId: 'getMyWidgets',
    tag,
    summary: 'Widgets of the services that the signed-in user subscribes to',
    rule,
    headers: Type.Object(tenantHeader),
    answers: { 200: { description: 'The widgets, in the order in which they are shown.', schema: Type.Array(Widget) } },
    handler: async ({ headers, request }) => {
      const widgets = await listMyWidgets(deps.database, {
        userId: userOf(request).userId,
        tenantId: headers.tenantId,
      });
      return widgets.map(toWidget);
    },
  }),
];
