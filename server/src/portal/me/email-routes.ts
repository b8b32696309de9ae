import { Type } from 'typebox';
import { confirmAddressChange, findUser, requestAddressChange } from '../../accounts/index.ts';
import { actingOf, userOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { countRequest, createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { queueMail, renderMail } from '../../platform/mail/index.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { toUser, userSchema } from '../users/user-schemas.ts';
import { noContent } from '../wire/schemas.ts';
import { verifyOwnPassword } from './verify-own-password.ts';

const tag = 'Me';
const email = Type.String({ format: 'email' });
const password = Type.Optional(Type.String({ maxLength: 512, format: 'password' }));

/** So many codes a minute at the most: nobody's mailbox is to be flooded from here. */
const codesPerMinute = 3;

/** A new e-mail address counts once its owner has given back the code that was mailed there (contract B13). */
export const createEmailRoutes = (deps: RouteDeps): readonly AnyRoute[] => {
  const limiter = createRateLimiter('codes', codesPerMinute, () => deps.now().getTime());
  return [requestChange(deps, limiter), confirmChange(deps)];
};

const requestChange = (deps: RouteDeps, limiter: RateLimiter): AnyRoute =>
  defineRoute({
    method: 'POST',
    path: '/me/email-change',
    operationId: 'requestMyEmailChange',
    tag,
    summary: 'Mails a code to a new e-mail address.',
    rule: deps.rules.signedInUser,
    body: Type.Object({ newAddress: email, password }, { title: 'EmailChange' }),
    answers: { 204: noContent },
    handler: async ({ body, request, reply }) => {
      const { userId, tenantId } = userOf(request);
      countRequest(limiter, userId, reply);
      const user = await verifyOwnPassword(deps, { userId, tenantId, password: body.password, address: request.ip });
      await inTransaction(deps.database, async (transaction) => {
        const { code, address } = await requestAddressChange(
          { transaction, oneTimeCodes: deps.oneTimeCodes },
          actingOf(request),
          { userId, kind: 'email', oldAddress: user.email, newAddress: body.newAddress },
        );
        const content = renderMail({
          title: `Your code: ${code}`,
          paragraphs: [
            `Enter this code where you change your e-mail address: ${code}`,
            'It is good for ten minutes. If it was not you who asked for it, you need not do anything.',
          ],
          footer: 'You get this mail because somebody gave your address for an account at Portolan.',
        });
        const subject = 'Confirm your new e-mail address';
        await queueMail({ secretBox: deps.box }, transaction, { to: address, subject, ...content });
      });
    },
  });

const confirmChange = (deps: RouteDeps): AnyRoute =>
  defineRoute({
    method: 'POST',
    path: '/me/email-change/confirm',
    operationId: 'confirmMyEmailChange',
    tag,
    summary: 'Puts the new e-mail address in place, by the code that was mailed there.',
    rule: deps.rules.signedInUser,
    body: Type.Object({ newAddress: email, code: Type.String({ maxLength: 20 }) }, { title: 'EmailConfirmation' }),
    answers: { 200: { description: 'The user.', schema: userSchema } },
    handler: async ({ body, request }) => {
      const { userId, tenantId } = userOf(request);
      await confirmAddressChange(deps, actingOf(request), {
        userId,
        kind: 'email',
        address: body.newAddress,
        code: body.code,
      });
      return toUser(await findUser(deps.database, { userId, scope: { tenantId } }));
    },
  });
