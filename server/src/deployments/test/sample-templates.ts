/** A service as templates usually write one. */
export const service = (name: string, given: object = {}): Record<string, unknown> => ({
  name,
  sku: 'standard',
  resourceType: 'platform.service',
  sections: {
    properties: {
      businessOwnerId: null,
      description: 'A service',
      category: null,
      shortName: 'svc',
      openInNewTab: false,
      visible: true,
      serviceUrl: 'https://service.example.com',
      shortDescription: 'Short',
      technicalContactEmail: '',
      providerCompanyName: null,
    },
    advanced: {
      parentServiceId: null,
      childServiceIds: [],
      passwordPolicy: null,
      accessLevels: { useAccessLevels: false, accessLevels: null },
    },
  },
  ...given,
});

/** A client with a secret that acts for the services of the given queries or ids. */
export const confidentialApp = (name: string, services: readonly unknown[] = [], properties: object = {}) => ({
  name,
  sku: 'app',
  resourceType: 'platform.application',
  sections: {
    properties: {
      isApi: false,
      clientType: 'Confidential',
      redirectUrls: ['https://app.example.com/signin'],
      applicationUrl: 'https://app.example.com',
      allowImplicitGrantFlow: false,
      appIdUri: null,
      tokenVersion: 2,
      publishedScopes: [],
      services,
      ...properties,
    },
    advanced: { apiProductSubscriptions: [], clients: [], apiAcceses: [] },
  },
});

export const idOf = (name: string): string => `$resources[?name=='${name}'].id`;
