import { Type } from 'typebox';
import { findTenant } from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import {
  changeFederation,
  createFederation,
  deleteFederation,
  federationCallback,
  findFederation,
  listFederations,
  probeIssuer,
} from '../../identity/federation/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { idempotencyHeaders, noContent, pathIds } from '../wire/schemas.ts';
import {
  federationChanges,
  federationSchema,
  issuerReportSchema,
  newFederation,
  toFederation,
} from './federation-schemas.ts';

const tag = 'Federations';
const path = '/tenants/{tenantId}/federations';
const one = `${path}/{federationId}`;
const found = { 200: { description: 'The federation.', schema: federationSchema } };

/** Issuers at which the people of a tenant sign in. */
export const createFederationRoutes = (deps: RouteDeps): readonly AnyRoute[] => {
  const callbackUrl = federationCallback(deps.publicUrl);
  const rule = deps.rules.platformAdministrator;
  const params = pathIds('tenantId', 'federationId');
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listFederations',
      tag,
      summary: 'Issuers at which the people of a tenant sign in.',
      rule,
      params: pathIds('tenantId'),
      query: Type.Object(pageQuery),
      answers: { 200: { description: 'A page of federations, by name.', schema: pageOf(federationSchema) } },
      handler: async ({ params, query }) => {
        const window = readPage(query);
        await findTenant(deps.database, params.tenantId);
        const federations = await listFederations(deps.database, params);
        return cutPage(
          window,
          federations.map((federation) => toFederation(federation, callbackUrl)),
        );
      },
    }),
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createFederation',
      tag,
      summary: 'Lets the people of a tenant sign in at an issuer.',
      rule,
      params: pathIds('tenantId'),
      headers: idempotencyHeaders,
      body: newFederation,
      answers: {
        201: { description: 'The federation.', schema: federationSchema, headers: { Location: 'Its address.' } },
      },
      handler: async (input) =>
        await createOnce(
          deps,
          input,
          async (transaction) => {
            const { id: tenantId } = await findTenant(transaction, input.params.tenantId);
            const given = { ...input.body, tenantId };
            const { box } = deps;
            const made = await createFederation({ transaction, box }, actingOf(input.request), given);
            return toFederation(made, callbackUrl);
          },
          ({ id, tenantId }) => `/portal/v1/tenants/${tenantId}/federations/${id}`,
        ),
    }),
    defineRoute({
      method: 'GET',
      path: one,
      operationId: 'getFederation',
      tag,
      summary: 'A federation; never its secret.',
      rule,
      params,
      answers: found,
      handler: async ({ params }) => toFederation(await findFederation(deps.database, params), callbackUrl),
    }),
    defineRoute({
      method: 'PATCH',
      path: one,
      operationId: 'changeFederation',
      tag,
      summary: 'Changes a federation.',
      rule,
      params,
      body: federationChanges,
      answers: found,
      handler: async ({ params, body, request }) =>
        await inTransaction(deps.database, async (transaction) => {
          const given = { ...body, ...params };
          const changed = await changeFederation({ transaction, box: deps.box }, actingOf(request), given);
          return toFederation(changed, callbackUrl);
        }),
    }),
    defineRoute({
      method: 'DELETE',
      path: one,
      operationId: 'deleteFederation',
      tag,
      summary: 'Nobody signs in there any more. The accounts stay, and sign in again with a new password.',
      rule,
      params,
      answers: { 204: noContent },
      handler: async ({ params, request }) => {
        await inTransaction(deps.database, (t) => deleteFederation(t, actingOf(request), params));
      },
    }),
    defineRoute({
      method: 'POST',
      path: `${one}/test`,
      operationId: 'testFederation',
      tag,
      summary: 'Asks the issuer for its document and keys, and says what is in the way of a sign-in there.',
      rule,
      params,
      answers: { 200: { description: 'What was found, problems too.', schema: issuerReportSchema } },
      handler: async ({ params }) => await probeIssuer((await findFederation(deps.database, params)).issuer),
    }),
  ];
};
