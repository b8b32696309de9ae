import { Type } from 'typebox';
import {
  activateUser,
  codeInvalid,
  countCompaniesOfUser,
  exchangeActivationCode,
  findPendingActivation,
} from '../../accounts/index.ts';
import { actingOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { countRequest, createRateLimiter } from '../../platform/http/rate-limit.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { ActivationRequest, TokenWrapper } from '../wire/account-requests.ts';
import { UserInfo } from '../wire/users.ts';
import { clientsMustNot, optionsTag } from './option-words.ts';
import { optionalId } from './optional-id.ts';
import { toUserInfo } from './to-user-info.ts';

const authToken = Type.Optional(Type.String({ description: 'The activation token.' }));
const emailAddress = Type.Optional(Type.String({ description: 'The e-mail address of the account.' }));
const description = `${clientsMustNot} Needs a subscription key and no access token.`;
/** A code has five tries; whoever guesses at many accounts is slowed down here. */
const triesPerMinute = 10;

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);

/** How an invited user takes the account, with a token or code of the invitation instead of an access token (contract X1). */
export const activationRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => {
  const tries = createRateLimiter('codes', triesPerMinute, () => deps.now().getTime());
  return [
    defineRoute({
      method: 'POST',
      path: '/directory/users/me/exchange/otp',
      operationId: 'exchangeActivationCode',
      tag: optionsTag,
      summary: 'Turn the code of an invitation into an activation token',
      description,
      rule,
      headers: Type.Object({
        otpAuthCode: Type.Optional(Type.String({ description: 'The six digits of the invitation.' })),
        emailAddress,
      }),
      answers: { 200: { description: 'The activation token, good for 30 minutes.', schema: TokenWrapper } },
      handler: async ({ headers, request, reply }) => {
        const { otpAuthCode: code, emailAddress: email } = headers;
        if (code === undefined || email === undefined) throw codeInvalid();
        countRequest(tries, email.trim().toLowerCase(), reply);
        const issued = await exchangeActivationCode(deps, actingOf(request), { email, code });
        reply.header('cache-control', 'no-store');
        return {
          expiry: seconds(issued.expiresAt),
          issued: seconds(issued.issuedAt),
          authToken: issued.token,
          issuedBy: `${deps.publicUrl}/identity`,
        } satisfies TokenWrapper;
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/directory/users/me/pending/activation',
      operationId: 'getPendingActivation',
      tag: optionsTag,
      summary: 'The account that an activation token is for',
      description,
      rule,
      headers: Type.Object({ authToken, emailAddress }),
      answers: { 200: { description: 'The account.', schema: UserInfo } },
      handler: async ({ headers, reply }) => {
        const { authToken: token = '', emailAddress: email } = headers;
        const { user } = await findPendingActivation(deps.database, { token, email });
        reply.header('cache-control', 'no-store');
        return toUserInfo({ ...user, companies: await countCompaniesOfUser(deps.database, user.id) });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/directory/users/me/activate',
      operationId: 'activateMe',
      tag: optionsTag,
      summary: 'Take the account: password, profile and terms at once',
      description,
      rule,
      headers: Type.Object({ authToken }),
      body: ActivationRequest,
      answers: { 204: { description: 'The account is active.' } },
      handler: async ({ headers, body, request }) => {
        await activateUser(deps, actingOf(request), {
          token: headers.authToken ?? '',
          password: body.password ?? '',
          passwordRepeat: body.passwordRepeat ?? undefined,
          userId: optionalId(body.userId, 'userId'),
          email: body.email?.trim() || undefined,
          profile: body.userDetails ?? undefined,
          acceptPlatformTerms: body.acceptPlatformTerms,
          acceptServiceTerms: body.acceptServiceTerms,
          serviceId: optionalId(body.serviceId, 'serviceId'),
        });
      },
    }),
  ];
};
