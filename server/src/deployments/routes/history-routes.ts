import { Type } from 'typebox';
import { automationTokenOfProject } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import type { Deployment } from '../history/deployment.ts';
import { findDrift } from '../history/find-drift.ts';
import { listDeployments } from '../history/list-deployments.ts';
import { readDeployment } from '../history/read-deployment.ts';
import { deploymentDetails, deploymentPage, driftResult, projectParams } from './wire.ts';

export const writeDeployment = (deployment: Deployment) => ({
  id: deployment.id,
  state: deployment.state,
  resourceGroup: { id: deployment.resourceGroupId, name: deployment.resourceGroupName },
  templateHash: deployment.templateHash.toString('hex'),
  submittedBy: {
    tokenId: deployment.automationTokenId,
    tokenName: deployment.automationTokenName,
    externalSubject: deployment.externalSubject,
  },
  supportCode: deployment.supportCode,
  startedOn: deployment.startedAt.toISOString(),
  finishedOn: deployment.finishedAt.toISOString(),
  durationMs: deployment.durationMs,
  resourceCount: deployment.resourceCount,
  createdCount: deployment.createdCount,
  changedCount: deployment.changedCount,
});

const resourceGroup = Type.Optional(Type.String({ maxLength: 200, description: 'Of this resource group only.' }));

export const historyRoutes = (deps: DeploymentDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/deployments',
    operationId: 'listDeployments',
    tag: 'History',
    summary: 'List what was submitted to the project',
    description: 'Newest first. Failed submissions are listed too.',
    rule: automationTokenOfProject(deps),
    params: projectParams,
    query: Type.Object({
      pageIndex: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
      resourceGroup,
      state: Type.Optional(Type.Enum(['succeeded', 'failed'])),
    }),
    answers: { 200: { description: 'A page of deployments.', schema: deploymentPage } },
    handler: async ({ params, query }) => {
      const { pageIndex = 1, pageSize = 50, resourceGroup: group, state } = query;
      const filter = { projectId: params.projectId, resourceGroup: group, state };
      const page = await listDeployments(deps.database, { ...filter, pageIndex, pageSize });
      return { ...page, result: page.result.map(writeDeployment) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/deployments/{deploymentId}',
    operationId: 'readDeployment',
    tag: 'History',
    summary: 'Read one submission with its result per resource',
    rule: automationTokenOfProject(deps),
    params: Type.Object({ ...projectParams.properties, deploymentId: Type.String({ format: 'uuid' }) }),
    answers: {
      200: { description: 'The deployment.', schema: deploymentDetails },
      404: { description: 'The project has no such deployment.' },
    },
    handler: async ({ params }) => {
      const { problems, resources, warnings, ...deployment } = await readDeployment(deps.database, params);
      const errors = problems.length === 0 ? null : problems;
      return { ...writeDeployment({ ...deployment }), resources, errors, warnings };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/drift',
    operationId: 'readDrift',
    tag: 'History',
    summary: 'List fields that were edited since the last deployment',
    description:
      'Resources and groups that stand as the last deployment left them are not listed. Secrets are never compared.',
    rule: automationTokenOfProject(deps),
    params: projectParams,
    query: Type.Object({ resourceGroup }),
    answers: { 200: { description: 'Resources and resource groups with edited fields.', schema: driftResult } },
    handler: async ({ params, query }) => {
      const input = { projectId: params.projectId, resourceGroup: query.resourceGroup };
      const { groups, resources } = await findDrift(deps.database, deps.types.findType, input);
      return { result: resources.map(writeDrifted), resourceGroups: groups.map(writeDrifted) };
    },
  }),
];

const writeDrifted = <Drifted extends { readonly deployedAt: Date }>({ deployedAt, ...rest }: Drifted) => ({
  ...rest,
  deployedOn: deployedAt.toISOString(),
});
