import { Type } from 'typebox';
import {
  type ApplicationSecret,
  createSecret,
  listSecrets,
  revealSecret,
  revokeSecret,
} from '../../identity/applications/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, idempotencyHeaders, noContent, nullable, pathIds, text, time } from '../wire/schemas.ts';

const tag = 'Secrets and keys';
const path = '/projects/{projectId}/applications/{applicationId}/secrets';

const secretSchema = Type.Object(
  {
    id,
    description: Type.String(),
    secretStart: Type.String({ description: 'How it begins, by which people recognise it.' }),
    createdOn: time,
    createdBy: nullable(id),
    expiresOn: nullable(time),
    revokedOn: nullable(time),
    lastUsedOn: nullable(time),
  },
  { title: 'ApplicationSecret' },
);

const secretText = Type.Object({ id, secretText: Type.String() }, { title: 'SecretText' });
const issuedSecret = Type.Object(
  { ...secretSchema.properties, secretText: Type.String() },
  { title: 'IssuedApplicationSecret' },
);

const toSecret = ({ createdAt, expiresAt, revokedAt, lastUsedAt, ...secret }: ApplicationSecret) => ({
  ...secret,
  createdOn: createdAt,
  expiresOn: expiresAt,
  revokedOn: revokedAt,
  lastUsedOn: lastUsedAt,
});

/** Client secrets: found by hash, readable again only because they are also sealed (contract X7). */
export const createSecretRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'listApplicationSecrets',
    tag,
    summary: 'Secrets of an application, newest first; never the secrets themselves.',
    rule: deps.rules.projectMember('reader'),
    params: pathIds('projectId', 'applicationId'),
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of secrets.', schema: pageOf(secretSchema) } },
    handler: async ({ params: { projectId, applicationId }, query }) => {
      const secrets = await listSecrets(deps.database, { applicationId, scope: { projectId } });
      return cutPage(readPage(query), secrets.map(toSecret));
    },
  }),
  defineRoute({
    method: 'POST',
    path,
    operationId: 'createApplicationSecret',
    tag,
    summary: 'Makes a further secret and shows it.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'applicationId'),
    headers: idempotencyHeaders,
    body: Type.Object(
      {
        description: Type.Optional(text(200)),
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650, description: 'Absent: it does not expire.' })),
      },
      { title: 'NewApplicationSecret' },
    ),
    answers: { 201: { description: 'The secret.', schema: issuedSecret } },
    handler: async (input) =>
      await createOnce(deps, input, async (transaction) => {
        const { projectId, applicationId } = input.params;
        const which = { applicationId, scope: { projectId } };
        const issuing = { box: deps.box, now: () => deps.now().getTime() };
        const made = await createSecret(transaction, issuing, actingOf(input.request), { ...which, ...input.body });
        const listed = (await listSecrets(transaction, which)).filter(({ id: listedId }) => listedId === made.id);
        return { ...listed.map(toSecret)[0], secretText: made.secretText };
      }),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/{secretId}/reveal`,
    operationId: 'revealApplicationSecret',
    tag,
    summary: 'Shows a secret again. Who looked is written down first.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'applicationId', 'secretId'),
    answers: { 200: { description: 'The secret.', schema: secretText } },
    handler: async ({ params: { projectId, applicationId, secretId }, request }) => {
      const input = { applicationId, scope: { projectId }, secretId };
      const shown = await inTransaction(deps.database, (t) => revealSecret(t, deps, actingOf(request), input));
      return { id: secretId, secretText: shown };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/{secretId}`,
    operationId: 'revokeApplicationSecret',
    tag,
    summary: 'Revokes a secret; tokens that were had with it end at once.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId', 'applicationId', 'secretId'),
    answers: { 204: noContent },
    handler: async ({ params: { projectId, applicationId, secretId }, request }) => {
      const input = { applicationId, scope: { projectId }, secretId };
      await inTransaction(deps.database, (t) => revokeSecret(t, actingOf(request), input));
    },
  }),
];
