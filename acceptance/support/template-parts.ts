/** Where the applications of templates live and are called back. Nothing listens there. */
export const home = 'https://orders.example.com';
export const redirect = `${home}/callback`;
const platformApiId = '706f7274-6f6c-416e-8000-000000000001';

type Members = Readonly<Record<string, unknown>>;

/** The parameter makes names that no other submission has. */
const nameOf = (name: string): string => `$concat('${name} ', parameter('name'))`;

export const serviceResource = (name: string, advanced: Members = {}) => ({
  name: nameOf(name),
  sku: 'standard',
  resourceType: 'platform.service',
  sections: {
    properties: {
      description: 'Takes orders',
      shortName: 'Orders',
      visible: true,
      serviceUrl: home,
      shortDescription: 'Orders',
      technicalContactEmail: '',
    },
    advanced,
  },
});

/** A client with a server of its own that signs people in for the platform API. */
export const applicationResource = (name: string, services: readonly string[], properties: Members = {}) => ({
  name: nameOf(name),
  sku: 'app',
  resourceType: 'platform.application',
  sections: {
    properties: {
      isApi: false,
      clientType: 'Confidential',
      redirectUrls: [redirect],
      applicationUrl: home,
      services,
      ...properties,
    },
    advanced: { apiAcceses: [{ apiClientId: platformApiId, scopes: ['user_impersonation'] }] },
  },
});

export const idOutput = (name: string, place: number) => ({ name, value: `$resources[${place}].id`, type: 'string' });

/** What a client needs to sign in and to call: `clientId`, `secret` and `key`. */
export const clientOutput = (name: string, place: number) => ({
  name,
  value: `$resources[${place}].{clientId: id, secret: sections.properties.secrets[0].secretText, key: sections.advanced.apiProductSubscriptions[0].key}`,
  type: 'object',
});
