import { Type } from 'typebox';
import { addTrustedIssuer, listTrustedIssuers, removeTrustedIssuer, type TrustedIssuer } from '../../accounts/index.ts';
import { actingOf, openedProjectOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, idempotencyHeaders, noContent, nullable, pathIds, text, time } from '../wire/schemas.ts';

const tag = 'Trusted issuers';

const issuerSchema = Type.Object(
  {
    id,
    name: Type.String(),
    issuer: Type.String(),
    audience: Type.String(),
    subjectPattern: Type.String(),
    tokenSeconds: Type.Integer(),
    createdOn: time,
    createdBy: nullable(id),
    lastUsedOn: nullable(time),
  },
  { title: 'TrustedIssuer' },
);

const newIssuer = Type.Object(
  {
    name: text(100),
    issuer: text(2_048, 'The https address of an OpenID Connect issuer.'),
    audience: text(512),
    subjectPattern: text(512, 'The subject of the jobs; `*` stands for any characters.'),
    tokenSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 3_600 })),
  },
  { title: 'NewTrustedIssuer' },
);

const toIssuer = (issuer: TrustedIssuer) => ({
  id: issuer.id,
  name: issuer.name,
  issuer: issuer.issuer,
  audience: issuer.audience,
  subjectPattern: issuer.subjectPattern,
  tokenSeconds: issuer.tokenSeconds,
  createdOn: issuer.createdAt,
  createdBy: issuer.createdBy,
  lastUsedOn: issuer.lastUsedAt,
});

/** Issuers whose jobs get short-lived automation tokens of the project for their own identity tokens. */
export const createTrustedIssuerRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/projects/{projectId}/trusted-issuers',
    operationId: 'listTrustedIssuers',
    tag,
    summary: 'Issuers that a project trusts.',
    rule: deps.rules.projectMember('contributor'),
    params: pathIds('projectId'),
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of issuers, by name.', schema: pageOf(issuerSchema) } },
    handler: async ({ params, query }) =>
      cutPage(readPage(query), (await listTrustedIssuers(deps.database, params)).map(toIssuer)),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/{projectId}/trusted-issuers',
    operationId: 'addTrustedIssuer',
    tag,
    summary: 'Trusts jobs of an outside issuer.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId'),
    headers: idempotencyHeaders,
    body: newIssuer,
    answers: { 201: { description: 'The issuer.', schema: issuerSchema } },
    handler: async (input) =>
      await createOnce(deps, input, async (transaction) => {
        const { project } = openedProjectOf(input.request);
        return toIssuer(await addTrustedIssuer(transaction, actingOf(input.request), { project, ...input.body }));
      }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/{projectId}/trusted-issuers/{issuerId}',
    operationId: 'removeTrustedIssuer',
    tag,
    summary: 'Trusts the issuer no more; tokens of its jobs end at once.',
    rule: deps.rules.projectMember('owner'),
    params: pathIds('projectId', 'issuerId'),
    answers: { 204: noContent },
    handler: async ({ params, request }) => {
      const { project } = openedProjectOf(request);
      await inTransaction(deps.database, (t) =>
        removeTrustedIssuer(t, actingOf(request), { project, issuerId: params.issuerId }),
      );
    },
  }),
];
