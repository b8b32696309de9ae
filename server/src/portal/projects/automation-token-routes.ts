import { Type } from 'typebox';
import {
  type AutomationToken,
  issueAutomationToken,
  listAutomationTokens,
  revokeAutomationToken,
} from '../../accounts/index.ts';
import { actingOf, openedProjectOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, idempotencyHeaders, noContent, nullable, pathIds, text, time } from '../wire/schemas.ts';

const tag = 'Automation tokens';

const tokenMembers = {
  id,
  name: Type.String(),
  tokenStart: Type.String({ description: 'The first characters, by which people recognise it.' }),
  createdOn: time,
  createdBy: nullable(id),
  expiresOn: time,
  revokedOn: nullable(time),
  lastUsedOn: nullable(time),
  trustedIssuerId: nullable(id),
  externalSubject: nullable(Type.String({ description: 'The job that exchanged its own identity for it.' })),
};
const tokenSchema = Type.Object(tokenMembers, { title: 'AutomationToken' });
const issuedSchema = Type.Object(
  { ...tokenMembers, token: Type.String({ description: 'Shown this once.' }) },
  { title: 'IssuedAutomationToken' },
);

const toToken = (token: AutomationToken) => ({
  id: token.id,
  name: token.name,
  tokenStart: token.tokenStart,
  createdOn: token.createdAt,
  createdBy: token.createdBy,
  expiresOn: token.expiresAt,
  revokedOn: token.revokedAt,
  lastUsedOn: token.lastUsedAt,
  trustedIssuerId: token.trustedIssuerId,
  externalSubject: token.externalSubject,
});

/** Contract X3. */
export const createAutomationTokenRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/automation-tokens',
    operationId: 'listAutomationTokens',
    tag,
    summary: 'Automation tokens of a project, newest first; never the tokens themselves.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId'),
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of tokens.', schema: pageOf(tokenSchema) } },
    handler: async ({ params, query }) =>
      cutPage(readPage(query), (await listAutomationTokens(deps.database, params)).map(toToken)),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/{projectId}/automation-tokens',
    operationId: 'issueAutomationToken',
    tag,
    summary: 'Makes an automation token and shows it once.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId'),
    headers: idempotencyHeaders,
    body: Type.Object(
      { name: text(100), years: Type.Integer({ minimum: 1, maximum: 5 }) },
      { title: 'NewAutomationToken' },
    ),
    answers: { 201: { description: 'The token.', schema: issuedSchema } },
    handler: async (input) =>
      await createOnce(deps, input, async (transaction) => {
        const { project } = openedProjectOf(input.request);
        const { token, ...kept } = await issueAutomationToken(transaction, actingOf(input.request), {
          project,
          ...input.body,
        });
        return { ...toToken(kept), token };
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/{projectId}/automation-tokens/{tokenId}',
    operationId: 'revokeAutomationToken',
    tag,
    summary: 'Revokes an automation token, on every node within a second.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'tokenId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const { project } = openedProjectOf(request);
      await inTransaction(deps.database, (t) =>
        revokeAutomationToken(t, actingOf(request), { project, tokenId: params.tokenId }),
      );
    },
  }),
];
