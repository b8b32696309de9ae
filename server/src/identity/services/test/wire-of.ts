import type { ProvisionedResource } from '../resources/provisioned-resource.ts';

/** The lists of a provisioned application that tests look into. */
export const wireOf = (resource: ProvisionedResource) => ({
  id: resource.id ?? '',
  secrets: resource.sections.properties.secrets as { id: string; secretStart: string; secretText?: string }[],
  products: resource.sections.advanced.apiProductSubscriptions as {
    productId: string;
    productName: string;
    key?: string;
  }[],
});
