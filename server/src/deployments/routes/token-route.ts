import { Type } from 'typebox';
import { anyone } from '../../platform/authorization/rule.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { exchangeJobToken } from '../keyless/exchange-job-token.ts';

export const tokenRoute = (deps: DeploymentDeps): AnyRoute =>
  defineRoute({
    method: 'POST',
    path: '/token',
    operationId: 'exchangeToken',
    tag: 'Keyless CI',
    summary: 'Exchange the identity token of a CI job for an automation token',
    description: `A project may trust an outside OpenID Connect issuer: its audience and a pattern of subjects. A job of that
issuer sends its own identity token and gets a short-lived automation token; no secret is stored anywhere.`,
    rule: anyone('the identity token in the body is the credential'),
    body: Type.Object(
      {
        projectId: Type.String({ format: 'uuid' }),
        identityToken: Type.String({ minLength: 1, maxLength: 16_384, description: 'JWT of the CI system.' }),
      },
      { title: 'TokenExchange' },
    ),
    bodyLimit: 32_768,
    answers: {
      200: {
        description: 'An automation token of the project.',
        schema: Type.Object(
          {
            id: Type.String({ format: 'uuid' }),
            token: Type.String(),
            expiresOn: Type.String({ format: 'date-time' }),
          },
          { title: 'ExchangedToken' },
        ),
        headers: { 'cache-control': 'no-store' },
      },
      401: { description: 'The project does not trust this job.' },
      502: { description: 'The issuer cannot be asked for its keys.' },
    },
    handler: async ({ body, request, reply }) => {
      const acting = { actor: { kind: 'anonymous' }, supportCode: request.id, ipAddress: request.ip };
      const input = { projectId: body.projectId.toLowerCase(), identityToken: body.identityToken };
      const { id, token, expiresAt } = await exchangeJobToken(deps, acting, input);
      reply.header('cache-control', 'no-store');
      return { id, token, expiresOn: expiresAt.toISOString() };
    },
  });
