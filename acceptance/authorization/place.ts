import { randomUUID } from 'node:crypto';
import { call, type DeployedProject, deploy } from '../support/administrator.ts';
import { redirectUri, type WorldApplication } from './accounts.ts';
import type { ServerDatabase } from './server-database.ts';

/** The ids that a request can name, by what they are. */
export interface PlaceIds {
  readonly tenantId: string;
  readonly projectId: string;
  readonly groupId: string;
  readonly serviceId: string;
  readonly applicationId: string;
  readonly secretId: string;
  readonly subscriptionId: string;
  readonly tokenId: string;
  readonly issuerId: string;
  readonly deploymentId: string;
  readonly companyId: string;
  readonly federationId: string;
  readonly containerId: string;
  readonly channelId: string;
  readonly widgetId: string;
  readonly dependencyId: string;
  /** Somebody of the tenant: member of the project and of the company, subscriber and administrator of the service. */
  readonly userId: string;
  readonly email: string;
  /** Of one of the people who are tried, or of somebody else. */
  readonly messageId: string;
  readonly sessionId: string;
  readonly passkeyId: string;
  readonly mailId: string;
  readonly jobId: string;
}

/** A project with everything in it, and people and a company of its tenant. */
export interface Place {
  readonly ids: PlaceIds;
  /** Stands in the name of everything here: an answer that holds it tells of this place. */
  readonly marker: string;
  readonly project: DeployedProject;
  readonly application: WorldApplication;
}

const platformApiId = '706f7274-6f6c-416e-8000-000000000001';

export const applicationResource = (name: string, services: readonly string[]) => ({
  name,
  sku: 'app',
  resourceType: 'platform.application',
  sections: {
    properties: {
      isApi: false,
      clientType: 'Confidential',
      redirectUrls: [redirectUri],
      applicationUrl: 'https://matrix.example.com',
      services,
    },
    advanced: { apiAcceses: [{ apiClientId: platformApiId, scopes: ['user_impersonation'] }] },
  },
});

export const template = (marker: string, applications: readonly string[]) => ({
  resourceGroup: { name: `${marker} group` },
  resources: [
    {
      name: `${marker} service`,
      sku: 'standard',
      resourceType: 'platform.service',
      sections: {
        properties: { description: marker, shortName: marker, visible: true, serviceUrl: 'https://matrix.example.com' },
        advanced: {},
      },
    },
    ...applications.map((name) =>
      applicationResource(`${marker} ${name}`, name === 'unlinked' ? [] : ['$resources[0].id']),
    ),
  ],
  outputs: [
    { name: 'service', value: '$resources[0].id', type: 'string' },
    ...applications.map((name, place) => ({
      name,
      value: `$resources[${place + 1}].{id: id, secret: sections.properties.secrets[0].secretText, key: sections.advanced.apiProductSubscriptions[0].key}`,
      type: 'object',
    })),
  ],
});

export const outputOf = (answer: Awaited<ReturnType<typeof deploy>>, name: string) => {
  if (answer.status !== 200) throw new Error(`deploy: ${answer.status} ${answer.text}`);
  return answer.body.values.find((entry: { name: string }) => entry.name === name)?.value;
};

export interface PlaceOptions {
  readonly url: string;
  readonly database: ServerDatabase;
  readonly tenantId: string;
  readonly marker: string;
  /** Stands in the names of people: they belong to the tenant and to no project. */
  readonly tenantMarker: string;
  /** Token of whoever makes the project and owns it. */
  readonly owner: string;
  readonly administrator: string;
  /** Headers of the administrator at the services API. */
  readonly services: Readonly<Record<string, string>>;
  readonly members: Readonly<Record<string, 'owner' | 'contributor' | 'reader'>>;
  readonly shared: Pick<PlaceIds, 'messageId' | 'sessionId' | 'passkeyId' | 'mailId' | 'jobId'>;
}

/** What belongs to a service and is made in the console. */
const addToService = async (database: ServerDatabase, serviceId: string, marker: string) => {
  const [row] = await database.query<Pick<PlaceIds, 'channelId' | 'widgetId' | 'dependencyId'>>(
    `WITH channel AS (
       INSERT INTO message_channels (service_id, name) VALUES ($1, $2) RETURNING id
     ), widget AS (
       INSERT INTO widgets (service_id, name, width, height) VALUES ($1, $2, 1, 1) RETURNING id
     ), dependency AS (
       INSERT INTO health_dependencies (service_id, name) VALUES ($1, $3) RETURNING id
     )
     SELECT channel.id AS "channelId", widget.id AS "widgetId", dependency.id AS "dependencyId"
     FROM channel, widget, dependency`,
    // Dependencies are the platform's own: the health of each is told to everybody.
    [serviceId, `${marker} thing`, `dependency-${randomUUID()}`],
  );
  if (row === undefined) throw new Error('Nothing was added to the service.');
  return row;
};

/** Everything else is made as its users make it, over HTTP. */
export const makePlace = async (options: PlaceOptions): Promise<Place> => {
  const { url, tenantId, marker, owner, administrator } = options;
  const ask = async (method: string, path: string, token: string, body?: unknown) => {
    const answer = await call(url, method, path, { token, ...(body === undefined ? {} : { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const project = await ask('POST', '/portal/v1/projects', owner, { name: `${marker} project`, description: marker });
  const at = `/portal/v1/projects/${project.id}`;
  const issued = await ask('POST', `${at}/automation-tokens`, owner, { name: `${marker} token`, years: 1 });
  const deployed = { projectId: project.id, automationToken: issued.token };
  const answer = await deploy(url, deployed, template(marker, ['linked']), []);
  const [serviceId, application] = [outputOf(answer, 'service'), outputOf(answer, 'linked')];
  const email = `${randomUUID()}@matrix.example.com`;
  const [user, issuer, company, federation, group, secrets, subscriptions, history] = await Promise.all([
    ask('POST', '/portal/v1/users', administrator, {
      tenantId,
      email,
      firstName: options.tenantMarker,
      lastName: 'Victim',
      displayName: `${options.tenantMarker} Victim`,
      sendMail: false,
    }),
    ask('POST', `${at}/trusted-issuers`, owner, {
      name: `${marker} issuer`,
      issuer: 'https://issuer.example.com',
      audience: 'portolan',
      subjectPattern: `${marker}*`,
    }),
    ask('POST', '/portal/v1/companies', administrator, { tenantId, name: `${marker} company` }),
    ask('POST', `/portal/v1/tenants/${tenantId}/federations`, administrator, {
      name: `${marker} federation`,
      issuer: 'https://127.0.0.1:9/issuer',
      clientId: marker,
      enabled: false,
    }),
    ask('GET', `${at}/resource-groups`, owner),
    ask('GET', `${at}/applications/${application.id}/secrets`, owner),
    ask('GET', `${at}/applications/${application.id}/subscriptions`, owner),
    call(url, 'GET', `/deployments/v1/projects/${project.id}/deployments`, { token: issued.token }),
  ]);
  const userId = user.user.id;
  const containerId = randomUUID();
  const services = { ...options.services, tenantId };
  await Promise.all([
    ...Object.entries({ ...options.members, [userId]: 'reader' }).map(([id, role]) =>
      ask('PUT', `${at}/members/${id}`, owner, { role }),
    ),
    ask('PUT', `${at}/services/${serviceId}/administrators/${userId}`, owner),
    ask('PUT', `/portal/v1/companies/${company.id}/members/${userId}`, administrator, {}),
    call(url, 'PUT', `/services/v3/directory/services/${serviceId}/datacontainers/${containerId}?name=${marker}`, {
      headers: services,
    }).then((put) => {
      if (put.status !== 200) throw new Error(`data container: ${put.status} ${put.text}`);
    }),
  ]);
  return {
    marker,
    project: deployed,
    application,
    ids: {
      ...options.shared,
      tenantId,
      projectId: project.id,
      groupId: group.result[0].id,
      serviceId,
      applicationId: application.id,
      secretId: secrets.result[0].id,
      subscriptionId: subscriptions.result[0].id,
      tokenId: issued.id,
      issuerId: issuer.id,
      deploymentId: history.body.result[0].id,
      companyId: company.id,
      federationId: federation.id,
      containerId,
      ...(await addToService(options.database, serviceId, marker)),
      userId,
      email,
    },
  };
};
