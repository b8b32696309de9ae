import { Type } from 'typebox';
import { actingOf, rotateSigningKeysNow } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { noContent, nullable, time } from '../wire/schemas.ts';
import { type SigningKeyRecord, selectSigningKeyRecords } from './signing-key-store.ts';

const tag = 'Signing keys';

const keySchema = Type.Object(
  {
    id: Type.String({ description: 'The `kid` of tokens.' }),
    algorithm: Type.String(),
    state: Type.Enum(['active', 'upcoming', 'retired']),
    createdOn: time,
    activatedOn: nullable(time),
    retiredOn: nullable(time),
    verifiesUntil: nullable(time),
  },
  { title: 'SigningKey' },
);

const toKey = ({ createdAt, activatedAt, retiredAt, ...key }: SigningKeyRecord) => ({
  ...key,
  createdOn: createdAt,
  activatedOn: activatedAt,
  retiredOn: retiredAt,
});

/** Contract X4: keys rotate by themselves; an administrator may rotate at once when one may have leaked. */
export const createSigningKeyRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/signing-keys',
    operationId: 'listSigningKeys',
    tag,
    summary: 'Keys that sign tokens, will sign them, or still verify them.',
    rule: deps.rules.platformAdministrator,
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of keys, the one that signs first.', schema: pageOf(keySchema) } },
    handler: async ({ query }) => cutPage(readPage(query), (await selectSigningKeyRecords(deps.database)).map(toKey)),
  }),
  defineRoute({
    method: 'POST',
    path: '/signing-keys/rotate',
    operationId: 'rotateSigningKeys',
    tag,
    summary: 'Makes new keys sign from now on. Clients that have cached the published keys must read them again.',
    description:
      'The keys until now verify for two hours more, or nothing from now on with `endTokens`, which is for a key that has leaked: everybody needs a new access token then, the caller too. Ten times in two hours at the most; 429 says when the next one is possible.',
    rule: deps.rules.platformAdministrator,
    body: Type.Optional(
      Type.Object(
        {
          endTokens: Type.Optional(
            Type.Boolean({ default: false, description: 'Ends all access and id tokens that were signed until now.' }),
          ),
        },
        { title: 'KeyRotation' },
      ),
    ),
    answers: { 204: noContent },
    handler: async ({ body = {}, request }) => {
      await rotateSigningKeysNow(deps, { acting: actingOf(request), endTokens: body.endTokens ?? false });
    },
  }),
];
