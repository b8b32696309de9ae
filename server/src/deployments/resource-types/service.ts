import {
  changeServicePlainly,
  findServiceMistakes,
  planService,
  readService,
  type ServiceDeps,
  serviceSkus,
  serviceType,
  upsertService,
} from '../../identity/services/index.ts';
import { orQuery, takesList } from './json-schema.ts';
import { resourceSchema } from './resource-schema.ts';
import type { ResourceType } from './resource-type.ts';
import { serviceSections } from './service-schema.ts';

/** `platform.service`: the representation of an application on the platform, to which users subscribe (contract A15). */
export function serviceResourceType(deps: ServiceDeps): ResourceType {
  const sku = orQuery({ enum: [...serviceSkus, null] }, { description: 'Kind of service.', default: 'standard' });
  const schema = resourceSchema({ resourceType: serviceType, sku, sections: serviceSections });
  return {
    name: serviceType,
    title: 'Service',
    schema,
    isList: (path) => takesList(schema, path),
    keepsSecret: () => false,
    mistakes: { code: 'service.invalid', find: findServiceMistakes },
    plan: async (handle, input) => await planService(handle, deps, input),
    provision: async (transaction, acting, input) => await upsertService(transaction, deps, acting, input),
    changePlainly: async (handle, acting, input) => await changeServicePlainly(handle, deps, acting, input),
    read: async (handle, { projectId, resourceId }) =>
      await readService(handle, { serviceId: resourceId, scope: { projectId } }),
    mirrored: ['parentServiceId', 'childServiceIds'],
    withoutSecrets: (resource) => resource,
    secretsIn: () => [],
  };
}
