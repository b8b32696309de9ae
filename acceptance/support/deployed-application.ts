import { administratorToken, createProject, type DeployedProject, deploy } from './administrator.ts';
import type { Browser } from './browser.ts';
import { signIn } from './sign-in.ts';
import { adminEmail, adminPassword } from './start-portolan.ts';

const redirect = 'https://orders.example.com/callback';
const platformApiId = '706f7274-6f6c-416e-8000-000000000001';

const template = {
  resourceGroup: { name: "$concat('Group ', parameter('name'))" },
  resources: [
    {
      name: "$concat('service ', parameter('name'))",
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
    },
    {
      name: "$concat('client ', parameter('name'))",
      sku: 'app',
      resourceType: 'platform.application',
      sections: {
        properties: {
          isApi: false,
          clientType: 'Confidential',
          redirectUrls: [redirect],
          applicationUrl: 'https://orders.example.com',
          services: ['$resources[0].id'],
        },
        advanced: { apiAcceses: [{ apiClientId: platformApiId, scopes: ['user_impersonation'] }] },
      },
    },
  ],
  outputs: [
    { name: 'serviceId', value: '$resources[0].id', type: 'string' },
    { name: 'clientId', value: '$resources[1].id', type: 'string' },
    { name: 'secret', value: '$resources[1].sections.properties.secrets[0].secretText', type: 'string' },
    { name: 'key', value: '$resources[1].sections.advanced.apiProductSubscriptions[0].key', type: 'string' },
  ],
};

export interface DeployedApplication {
  readonly serviceId: string;
  readonly clientId: string;
  readonly secret: string;
  readonly key: string;
  /** Headers of a call to the services API as the administrator who is signed in at this application. */
  readonly headers: Record<string, string>;
}

/** A service and a client for it, deployed from a template; the administrator is signed in there. */
export const deployApplication = async (
  url: string,
  project: DeployedProject,
  name: string,
  browser?: Browser,
): Promise<DeployedApplication> => {
  const answer = await deploy(url, project, template, [{ name: 'name', value: name, type: 'string' }]);
  if (answer.status !== 200) throw new Error(`deploy: ${answer.status} ${answer.text}`);
  const value = (wanted: string): string =>
    answer.body.values.find((entry: { name: string }) => entry.name === wanted).value;
  const client = { clientId: value('clientId'), secret: value('secret'), key: value('key') };
  const administrator = { email: adminEmail, password: adminPassword };
  const headers = await signInAtApplication(url, client, administrator, browser);
  return { serviceId: value('serviceId'), ...client, headers };
};

/** Signs somebody in with the client. In a browser of its own, where none is given that is signed in already. */
export const signInAtApplication = async (
  url: string,
  client: Pick<DeployedApplication, 'clientId' | 'secret' | 'key'>,
  who: { readonly email: string; readonly password: string },
  browser?: Browser,
): Promise<Record<string, string>> => {
  const tokens = await signIn({
    url,
    clientId: client.clientId,
    clientSecret: client.secret,
    redirectUri: redirect,
    scope: 'openid api://portolan/user_impersonation',
    ...who,
    ...(browser === undefined ? {} : { browser }),
  });
  return { authorization: `Bearer ${tokens.access_token}`, 'Ocp-Apim-Subscription-Key': client.key };
};

export const prepareProject = async (
  url: string,
  name: string,
): Promise<{ token: string; project: DeployedProject }> => {
  const token = await administratorToken(url);
  return { token, project: await createProject(url, token, name) };
};
