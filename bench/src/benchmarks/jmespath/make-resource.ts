import type { JsonObject } from '../../../../server/src/deployments/query/index.ts';

/** A resource of about the size that a provisioned application has. */
export const makeResource = (index: number, prefix = 'dev-resource'): JsonObject => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `${prefix}-${index}`,
  resourceType: index % 2 === 0 ? 'platform.service' : 'platform.application',
  sku: index % 2 === 0 ? 'standard' : 'app',
  sections: {
    properties: {
      applicationUrl: `https://app-${index}.example.com`,
      clientType: 'Confidential',
      redirectUrls: [],
      secrets: [{ secretText: 'x' }],
    },
    advanced: {
      apiProductSubscriptions: [{ productId: `p-${index}`, productName: 'basic', key: 'k' }],
      clients: [],
    },
  },
});

export const makeResources = (count: number, prefix?: string): JsonObject[] =>
  Array.from({ length: count }, (_, index) => makeResource(index, prefix));
