import { Type } from 'typebox';
import { findLatestTerms, publishTerms, type Terms } from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { id, idempotencyHeaders, nullable, text, time } from '../wire/schemas.ts';

const tag = 'Terms of use';

const termsSchema = Type.Object(
  {
    id,
    serviceId: nullable(id),
    version: Type.Integer(),
    title: Type.String(),
    content: Type.String(),
    publishedOn: time,
  },
  { title: 'Terms' },
);

const toTerms = ({ publishedAt, ...terms }: Terms) => ({ ...terms, publishedOn: publishedAt });

/** Contract B11: what has been published never changes, and everybody has to accept a new version. */
export const createTermsRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/terms',
    operationId: 'getPlatformTerms',
    tag,
    summary: 'The latest terms of the platform.',
    rule: deps.rules.anyCaller,
    answers: { 200: { description: 'The terms.', schema: termsSchema } },
    handler: async () => {
      const terms = await findLatestTerms(deps.database, {});
      if (terms === undefined) throw new AppError('notFound', 'terms.not-found', 'No terms have been published yet.');
      return toTerms(terms);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/terms',
    operationId: 'publishTerms',
    tag,
    summary: 'Publishes a new version of the terms of the platform, or of a service.',
    rule: deps.rules.platformAdministrator,
    headers: idempotencyHeaders,
    body: Type.Object(
      { serviceId: Type.Optional(id), title: text(200), content: text(200_000) },
      { title: 'NewTerms' },
    ),
    answers: { 201: { description: 'The terms.', schema: termsSchema } },
    handler: async (input) =>
      await createOnce(deps, input, async (transaction) =>
        toTerms(await publishTerms(transaction, actingOf(input.request), input.body)),
      ),
  }),
];
