import type { FastifyRequest } from 'fastify';
import {
  type AutomationPrincipal,
  actingOf,
  automationTokenOfProject,
  principalOf,
} from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { planTemplate } from '../plan/plan-template.ts';
import { submitTemplate } from '../submissions/submit-template.ts';
import { templateLimits } from '../template/template-limits.ts';
import { streamSubmission, wantsEvents } from './stream-submission.ts';
import { planResult, projectParams, submissionBody, submissionHeaders, submissionResult } from './wire.ts';

/** base64 needs four bytes for three, and line breaks besides. */
export const submissionBytes = Math.ceil((templateLimits.bytes * 4) / 3 / 0.93);

export const callerOf = (request: FastifyRequest): AutomationPrincipal => {
  const principal = principalOf(request);
  if (principal.kind === 'automationToken') return principal;
  throw new Error('The rule of this route lets in others than holders of an automation token.');
};

const failures = {
  400: { description: 'Malformed: the body, the base64, the JSON, or what can be seen in the files alone.' },
  409: { description: 'Something stands in the way, such as a resource of that name in another group.' },
  413: { description: 'Larger than the limits.' },
  422: { description: 'Provisioning failed; nothing of the submission remains.' },
};

export const submissionRoutes = (deps: DeploymentDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'POST',
    path: '/projects/{projectId}/resourceGroups/files',
    operationId: 'submitTemplate',
    tag: 'Submissions',
    summary: 'Deploy a template',
    description: `Provisions the resources of a template in order, all of them or none, and answers with its outputs.
With \`Accept: text/event-stream\` the answer is a stream: \`accepted\` and \`queued\` where it takes a while, \`started\`, one
\`resource\` for each resource, and \`result\` with the status and the body that the plain request would have had.`,
    rule: automationTokenOfProject(deps),
    params: projectParams,
    headers: submissionHeaders,
    body: submissionBody,
    bodyLimit: submissionBytes,
    answers: {
      200: { description: 'Everything is provisioned.', schema: submissionResult },
      ...failures,
      412: { description: 'The named plan is stale.' },
    },
    handler: async ({ body, headers, request, reply }) => {
      const submission = {
        caller: callerOf(request),
        acting: actingOf(request),
        supportCode: request.id,
        files: { template: body.template, parameters: body.parameters },
        planId: body.planId ?? undefined,
        idempotencyKey: headers['idempotency-key'],
      };
      if (wantsEvents(request)) return await streamSubmission(deps, submission, request, reply);
      return await submitTemplate(deps, submission);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/{projectId}/resourceGroups/files/plan',
    operationId: 'planTemplate',
    tag: 'Submissions',
    summary: 'Show what deploying a template would do',
    description: 'Takes the same body as a submission and changes nothing.',
    rule: automationTokenOfProject(deps),
    params: projectParams,
    body: submissionBody,
    bodyLimit: submissionBytes,
    answers: { 200: { description: 'The plan.', schema: planResult }, ...failures },
    handler: async ({ body, request }) =>
      await planTemplate(deps, {
        caller: callerOf(request),
        acting: actingOf(request),
        supportCode: request.id,
        files: { template: body.template, parameters: body.parameters },
      }),
  }),
];
