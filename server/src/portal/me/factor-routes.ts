import { Type } from 'typebox';
import { findUser } from '../../accounts/index.ts';
import { actingOf, userOf } from '../../identity/authenticate/index.ts';
import {
  confirmTotp,
  drawQrCode,
  type Factors,
  readFactors,
  relyingPartyOf,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from '../../identity/factors/index.ts';
import { mailSecurityNotice } from '../../identity/pages/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { id, noContent, nullable, time } from '../wire/schemas.ts';
import { endOtherSignIns } from './end-other-sign-ins.ts';
import { ownPassword, type SecurityChange, secure } from './secure-change.ts';

const tag = 'My second factor';

const factorsSchema = Type.Object(
  {
    totp: Type.Boolean({ description: 'An authenticator app is set up.' }),
    passkeys: Type.Array(
      Type.Object({ id, name: Type.String(), createdOn: time, lastUsedOn: nullable(time) }, { title: 'Passkey' }),
    ),
    passkeysPossible: Type.Boolean({ description: 'Browsers allow passkeys at the address of this server.' }),
    recoveryCodesLeft: Type.Integer(),
  },
  { title: 'SecondFactors' },
);

export const recoveryCodesSchema = Type.Object(
  {
    recoveryCodes: Type.Array(Type.String(), {
      description: 'Shown this once; empty when those from before still count.',
    }),
  },
  { title: 'RecoveryCodes' },
);

const toFactors = (factors: Factors, publicUrl: string) => ({
  totp: factors.totp,
  passkeys: factors.passkeys.map(({ id: passkeyId, name, createdAt, lastUsedAt }) => ({
    id: passkeyId,
    name,
    createdOn: createdAt,
    lastUsedOn: lastUsedAt,
  })),
  passkeysPossible: relyingPartyOf(publicUrl) !== undefined,
  recoveryCodesLeft: factors.recoveryCodesLeft,
});

/** Authenticator app and recovery codes. Whoever changes them knows the password, and the owner gets a mail. */
export const createFactorRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/me/second-factors',
    operationId: 'getMySecondFactors',
    tag,
    summary: 'What the signed-in user can prove besides the password.',
    rule: deps.rules.signedInUser,
    answers: { 200: { description: 'The factors.', schema: factorsSchema } },
    handler: async ({ request }) => toFactors(await readFactors(deps.database, userOf(request)), deps.publicUrl),
  }),
  defineRoute({
    method: 'POST',
    path: '/me/second-factors/totp',
    operationId: 'startMyTotp',
    tag,
    summary: 'Makes the secret of an authenticator app. It counts once a code of it has been confirmed.',
    rule: deps.rules.signedInUser,
    body: ownPassword,
    answers: {
      200: {
        description: 'For the authenticator app.',
        schema: Type.Object(
          {
            secret: Type.String({ description: 'In base32, to be typed by hand.' }),
            address: Type.String({ description: 'An otpauth: address, for the QR code.' }),
            qrCode: Type.Object({
              size: Type.Integer(),
              path: Type.String({ description: 'The dark modules, for the `d` of an SVG path.' }),
            }),
          },
          { title: 'TotpEnrolment' },
        ),
      },
    },
    handler: async ({ body, request }) => {
      const { user } = await secure(deps, request, body);
      const enrolment = await inTransaction(deps.database, (transaction) =>
        startTotp({ transaction, box: deps.box }, { user }),
      );
      return { ...enrolment, qrCode: drawQrCode(enrolment.address) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/me/second-factors/totp/confirm',
    operationId: 'confirmMyTotp',
    tag,
    summary: 'Puts the authenticator app in force by its first code. Gives new recovery codes. All other sign-ins end.',
    rule: deps.rules.signedInUser,
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }, { title: 'TotpConfirmation' }),
    answers: { 200: { description: 'The recovery codes.', schema: recoveryCodesSchema } },
    handler: async ({ body, request }) => {
      const { userId, tenantId } = userOf(request);
      const acting = actingOf(request);
      const recoveryCodes = await confirmTotp(deps, acting, { userId, code: body.code });
      const user = await findUser(deps.database, { userId, scope: { tenantId } });
      await inTransaction(deps.database, async (transaction) => {
        await tell(deps, transaction, { user, acting }, 'totpAdded');
        await endOtherSignIns(deps, transaction, request);
      });
      return { recoveryCodes };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/me/second-factors/totp/remove',
    operationId: 'removeMyTotp',
    tag,
    summary: 'Takes the authenticator app away. All other sign-ins end.',
    rule: deps.rules.signedInUser,
    body: ownPassword,
    answers: { 204: noContent },
    handler: async ({ body, request }) => {
      const { user, acting } = await secure(deps, request, body);
      await inTransaction(deps.database, async (transaction) => {
        if (!(await removeTotp(transaction, acting, { user }))) return;
        await tell(deps, transaction, { user, acting }, 'totpRemoved');
        await endOtherSignIns(deps, transaction, request);
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/me/second-factors/recovery-codes',
    operationId: 'replaceMyRecoveryCodes',
    tag,
    summary: 'Makes new recovery codes; those from before are void.',
    rule: deps.rules.signedInUser,
    body: ownPassword,
    answers: { 200: { description: 'The recovery codes.', schema: recoveryCodesSchema } },
    handler: async ({ body, request }) => {
      const { user, acting } = await secure(deps, request, body);
      return await inTransaction(deps.database, async (transaction) => {
        const recoveryCodes = await replaceRecoveryCodes(transaction, acting, { user });
        await tell(deps, transaction, { user, acting }, 'recoveryCodesMade');
        return { recoveryCodes };
      });
    },
  }),
];

type SecurityEvent = Parameters<typeof mailSecurityNotice>[1]['event'];

/** Mails the owner of the account what was done to it. */
export const tell = async (
  deps: RouteDeps,
  transaction: Transaction,
  { user }: SecurityChange,
  event: SecurityEvent,
): Promise<void> => {
  const { box, publicUrl } = deps;
  await mailSecurityNotice({ transaction, secretBox: box }, { user, event, publicUrl });
};
