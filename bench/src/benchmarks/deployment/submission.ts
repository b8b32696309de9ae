import { encodeRequest } from '../../load/encode-request.ts';
import type { BenchProject } from './start-deployment-target.ts';

const serviceOf = (name: string, description: string) => ({
  name,
  sku: 'standard',
  resourceType: 'platform.service',
  sections: {
    properties: {
      description,
      shortName: 'svc',
      visible: true,
      serviceUrl: 'https://service.example.com',
      shortDescription: 'Short',
      technicalContactEmail: '',
    },
    advanced: { passwordPolicy: null, accessLevels: { useAccessLevels: false, accessLevels: null } },
  },
});

const clientOf = (name: string, service: string, path: string) => ({
  name,
  sku: 'app',
  resourceType: 'platform.application',
  sections: {
    properties: {
      isApi: false,
      clientType: 'Confidential',
      redirectUrls: [`https://app.example.com/${path}`],
      applicationUrl: 'https://app.example.com',
      services: [`$resources[?name=='${service}'].id`],
    },
    advanced: { apiProductSubscriptions: [], clients: [], apiAcceses: [] },
  },
});

/** Half services, half clients, each of which refers to its service. Another `version` changes every one of them. */
export const templateOf = (count: number, version: string) => ({
  resourceGroup: { name: "$concat('group ', parameter('environment'))" },
  resources: Array.from({ length: count / 2 }, (_, index) => [
    serviceOf(`service ${index}`, `version ${version}`),
    clientOf(`client ${index}`, `service ${index}`, version),
  ]).flat(),
  outputs: [
    { name: 'clientId', value: "$resources[?name=='client 0'].id", type: 'string' },
    {
      name: 'secret',
      value: "$resources[?name=='client 0'].sections.properties.secrets[*].secretText",
      type: 'string',
    },
    {
      name: 'keys',
      value: "$resources[?name=='client 0'].sections.advanced.apiProductSubscriptions[*].{id:productId,key:key}",
      type: 'array',
    },
  ],
});

const encode = (file: unknown): string => Buffer.from(JSON.stringify(file)).toString('base64');

export const bodyOf = (template: unknown): string =>
  JSON.stringify({
    format: 'json',
    template: encode(template),
    parameters: encode([{ name: 'environment', value: 'test', type: 'string' }]),
  });

export const pathOf = (project: BenchProject, what: 'submit' | 'plan' = 'submit'): string =>
  `/deployments/v1/projects/${project.id}/resourceGroups/files${what === 'plan' ? '/plan' : ''}`;

export const headersOf = (project: BenchProject): Record<string, string> => ({
  authorization: `Bearer ${project.token}`,
  'content-type': 'application/json',
});

export const encodeSubmission = (project: BenchProject, template: unknown): Buffer =>
  encodeRequest({ method: 'POST', path: pathOf(project), headers: headersOf(project), body: bodyOf(template) });
