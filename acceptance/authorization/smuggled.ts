import { submission } from './cases.ts';
import { applicationResource, type PlaceIds, template } from './place.ts';
import type { Area } from './principals.ts';

/** Ids of others that a body can smuggle in: each must be answered like one that does not exist. */
export const smuggled: readonly {
  readonly area: Area;
  readonly operationId: string;
  readonly label: string;
  readonly body: (foreign: PlaceIds, own: PlaceIds) => unknown;
  readonly headers?: (foreign: PlaceIds) => Record<string, string>;
}[] = [
  {
    area: 'portal',
    operationId: 'addProjectMember',
    label: 'user in the body',
    body: ({ userId }) => ({ userId, role: 'reader' }),
  },
  {
    area: 'portal',
    operationId: 'addProjectMember',
    label: 'e-mail address in the body',
    body: ({ email }) => ({ email, role: 'reader' }),
  },
  {
    area: 'portal',
    operationId: 'changeApplication',
    label: 'service in the body',
    body: ({ serviceId }) => ({ sections: { properties: { services: [serviceId] } } }),
  },
  {
    area: 'portal',
    operationId: 'changeApplication',
    label: 'API in the body',
    body: ({ applicationId }) => ({
      sections: { advanced: { apiAcceses: [{ apiClientId: applicationId, scopes: ['user_impersonation'] }] } },
    }),
  },
  {
    area: 'portal',
    operationId: 'changeService',
    label: 'parent service in the body',
    body: ({ serviceId }) => ({ sections: { advanced: { parentServiceId: serviceId } } }),
  },
  {
    area: 'services',
    operationId: 'createUser',
    label: 'service in the body',
    body: ({ serviceId }) => ({
      firstName: 'New',
      lastName: 'Person',
      email: 'smuggled@matrix.example.com',
      options: { sendMail: false, createSubscription: true, serviceId },
    }),
  },
  {
    area: 'services',
    operationId: 'acceptMyTerms',
    label: 'service in the body',
    body: ({ serviceId }) => ({ acceptServiceTerms: true, serviceId }),
  },
  {
    area: 'services',
    operationId: 'sendNotification',
    label: 'channel in a header',
    headers: ({ channelId }) => ({ channelId }),
    body: (_foreign, { userId }) => ({
      message: { name: 'Smuggled', content: 'World', type: 1 },
      recipients: [userId],
      HighPriority: false,
    }),
  },
  ...(['submitTemplate', 'planTemplate'] as const).map((operationId) => ({
    area: 'deployments' as const,
    operationId,
    label: 'parent service in the template',
    body: ({ serviceId }: PlaceIds) => {
      const { resourceGroup, resources } = template('Smuggled', []);
      const [service] = resources;
      const advanced = { parentServiceId: serviceId };
      return submission({
        resourceGroup,
        resources: [{ ...service, sections: { ...service?.sections, advanced } }],
      });
    },
  })),
  {
    area: 'deployments',
    operationId: 'submitTemplate',
    label: 'service in the template',
    body: ({ serviceId }) =>
      submission({
        resourceGroup: { name: 'Smuggled group' },
        resources: [applicationResource('Smuggled application', [serviceId])],
      }),
  },
];
