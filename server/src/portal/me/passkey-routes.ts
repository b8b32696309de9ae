import { Type } from 'typebox';
import { findUser } from '../../accounts/index.ts';
import { actingOf, userOf } from '../../identity/authenticate/index.ts';
import {
  offerPasskeyRegistration,
  passkeyChallenge,
  type RelyingParty,
  registerPasskey,
  relyingPartyOf,
  removePasskey,
} from '../../identity/factors/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { noContent, pathIds, text } from '../wire/schemas.ts';
import { endOtherSignIns } from './end-other-sign-ins.ts';
import { recoveryCodesSchema, tell } from './factor-routes.ts';
import { openOccasion, readOccasion } from './passkey-occasion.ts';
import { ownPassword, secure } from './secure-change.ts';

const tag = 'My second factor';

const partyOf = ({ publicUrl }: RouteDeps): RelyingParty => {
  const party = relyingPartyOf(publicUrl);
  if (party !== undefined) return party;
  throw new AppError('conflict', 'passkey.not-possible', 'Browsers allow no passkeys at the address of this server.');
};

export const createPasskeyRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'POST',
    path: '/me/second-factors/passkeys/offer',
    operationId: 'offerMyPasskey',
    tag,
    summary: 'What the browser needs to make a passkey; good for five minutes.',
    rule: deps.rules.signedInUser,
    body: ownPassword,
    answers: {
      200: {
        description: 'For navigator.credentials.create().',
        schema: Type.Object(
          {
            occasion: Type.String(),
            options: Type.Unknown({ description: 'PublicKeyCredentialCreationOptionsJSON.' }),
          },
          { title: 'PasskeyOffer' },
        ),
      },
    },
    handler: async ({ body, request }) => {
      const party = partyOf(deps);
      const { user } = await secure(deps, request, body);
      const { nonce, text: occasion } = openOccasion(deps.box, user.id, deps.now());
      const challenge = passkeyChallenge(deps.ring, 'registration', [user.id, nonce]);
      return {
        occasion,
        options: await offerPasskeyRegistration({ database: deps.database, party }, { user, challenge }),
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/me/second-factors/passkeys',
    operationId: 'registerMyPasskey',
    tag,
    summary: 'Keeps a passkey that the browser has made. The first factor also gives recovery codes.',
    rule: deps.rules.signedInUser,
    body: Type.Object(
      {
        occasion: text(4_000),
        name: text(100),
        passkey: Type.Unknown({ description: 'RegistrationResponseJSON, as the browser gives it.' }),
      },
      { title: 'NewPasskey' },
    ),
    answers: { 200: { description: 'Recovery codes, where there were none.', schema: recoveryCodesSchema } },
    handler: async ({ body, request }) => {
      const { userId, tenantId } = userOf(request);
      const nonce = readOccasion(deps.box, userId, body.occasion, deps.now());
      const user = await findUser(deps.database, { userId, scope: { tenantId } });
      const recoveryCodes = await registerPasskey({ ...deps, party: partyOf(deps) }, actingOf(request), {
        user,
        answer: JSON.stringify(body.passkey),
        challenge: passkeyChallenge(deps.ring, 'registration', [userId, nonce]),
        name: body.name,
      });
      await inTransaction(deps.database, (t) => tell(deps, t, { user, acting: actingOf(request) }, 'passkeyAdded'));
      return { recoveryCodes };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/me/second-factors/passkeys/{passkeyId}/remove',
    operationId: 'removeMyPasskey',
    tag,
    summary: 'Takes a passkey away. All other sign-ins end.',
    rule: deps.rules.signedInUser,
    params: pathIds('passkeyId'),
    body: ownPassword,
    answers: { 204: noContent },
    handler: async ({ params, body, request }) => {
      const change = await secure(deps, request, body);
      await inTransaction(deps.database, async (transaction) => {
        await removePasskey(transaction, change.acting, { user: change.user, ...params });
        await tell(deps, transaction, change, 'passkeyRemoved');
        await endOtherSignIns(deps, transaction, request);
      });
    },
  }),
];
