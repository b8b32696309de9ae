export const redirect = 'https://orders.example.com/callback';
const platformApiId = '706f7274-6f6c-416e-8000-000000000001';

const service = (name: string) => ({
  name: `$concat('${name} ', parameter('name'))`,
  sku: 'standard',
  resourceType: 'platform.service',
  sections: {
    properties: {
      description: 'Takes orders',
      shortName: 'Orders',
      visible: true,
      serviceUrl: 'https://orders.example.com',
      shortDescription: 'Orders',
      technicalContactEmail: '',
    },
    advanced: {},
  },
});

const application = (name: string, services: readonly string[]) => ({
  name: `$concat('${name} ', parameter('name'))`,
  sku: 'app',
  resourceType: 'platform.application',
  sections: {
    properties: {
      isApi: false,
      clientType: 'Confidential',
      redirectUrls: [redirect],
      applicationUrl: 'https://orders.example.com',
      services,
    },
    advanced: { apiAcceses: [{ apiClientId: platformApiId, scopes: ['user_impersonation'] }] },
  },
});

const client = (place: number): string =>
  `$resources[${place}].{id: id, secret: sections.properties.secrets[0].secretText, key: sections.advanced.apiProductSubscriptions[0].key}`;

/** Applications that are linked to one service, to several and to none, and one that nobody has used yet. */
export const worldTemplate = {
  resourceGroup: { name: "$concat('Group ', parameter('name'))" },
  resources: [
    service('orders'),
    service('invoices'),
    application('main', ['$resources[0].id']),
    application('ambiguous', ['$resources[0].id', '$resources[1].id']),
    application('unlinked', []),
    application('unseen', ['$resources[0].id']),
  ],
  outputs: [
    { name: 'serviceId', value: '$resources[0].id', type: 'string' },
    { name: 'main', value: client(2), type: 'object' },
    { name: 'ambiguous', value: client(3), type: 'object' },
    { name: 'unlinked', value: client(4), type: 'object' },
    { name: 'unseen', value: client(5), type: 'object' },
  ],
};
