import { writeFields } from './resources/field-table.ts';
import type { ProvisionedResource } from './resources/provisioned-resource.ts';
import { serviceFields } from './service-fields.ts';
import { type ServiceSettings, serviceType } from './service-settings.ts';

export const provisionedService = (
  id: string | null,
  name: string,
  settings: ServiceSettings,
): ProvisionedResource => ({
  id,
  name,
  resourceType: serviceType,
  ...(writeFields(serviceFields, settings) as Pick<ProvisionedResource, 'sku' | 'locked' | 'sections'>),
});
