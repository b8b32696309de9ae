import { Type } from 'typebox';
import { addressKinds, changeProfile } from '../../accounts/index.ts';
import { actingOf, userOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { countRequest, createRateLimiter } from '../../platform/http/rate-limit.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { callingApplication } from '../policies/answer-policies.ts';
import {
  AcceptPlatformTermsRequest,
  ChangeAddressRequest,
  ChangePasswordRequest,
  ConfirmationRequest,
  UserInfoUpdate,
} from '../wire/account-requests.ts';
import { acceptMyTerms } from './accept-my-terms.ts';
import { changeMyPassword } from './change-my-password.ts';
import { confirmMyAddress } from './confirm-my-address.ts';
import { clientsMustNot, optionsTag } from './option-words.ts';
import { optionalId } from './optional-id.ts';
import { requestMyAddress } from './request-my-address.ts';

const params = Type.Object({ type: Type.Enum([...addressKinds]) });
const done = { 204: { description: 'Done.' } };
/** So many codes a minute at the most: nobody's mailbox is to be flooded from here. */
const codesPerMinute = 3;

/** What users do to their own account. */
export const meRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => {
  const codes = createRateLimiter('codes', codesPerMinute, () => deps.now().getTime());
  return [
    defineRoute({
      method: 'POST',
      path: '/directory/users/me/edit',
      operationId: 'editMe',
      tag: optionsTag,
      summary: 'Change the own profile',
      description: `${clientsMustNot} Members that are not given stay as they are.`,
      rule,
      body: UserInfoUpdate,
      answers: done,
      handler: async ({ body, request }) => {
        const { userId, tenantId } = userOf(request);
        const input = { userId, scope: { tenantId }, changes: body };
        await inTransaction(deps.database, async (t) => void (await changeProfile(t, actingOf(request), input)));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/directory/users/me/change/password',
      operationId: 'changeMyPassword',
      tag: optionsTag,
      summary: 'Change the own password',
      description: `${clientsMustNot} Every session and token of the user ends, that of the caller too.`,
      rule,
      body: ChangePasswordRequest,
      answers: done,
      handler: async ({ body, request }) => {
        const { userId, tenantId } = userOf(request);
        await changeMyPassword(deps, actingOf(request), {
          userId,
          tenantId,
          oldPassword: body.oldPassword ?? '',
          newPassword: body.newPassword ?? '',
          newPasswordRepeat: body.newPasswordRepeat ?? '',
          address: request.ip,
        });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/directory/users/me/change/{type}',
      operationId: 'changeMyAddress',
      tag: optionsTag,
      summary: 'Ask for another e-mail address or phone number',
      description: `${clientsMustNot} A code is mailed that proves the address.`,
      rule,
      params,
      body: ChangeAddressRequest,
      answers: done,
      handler: async ({ params: { type: kind }, body, request, reply }) => {
        const { userId, tenantId } = userOf(request);
        countRequest(codes, userId, reply);
        const { oldAddress, newAddress } = body;
        const input = { userId, tenantId, kind, oldAddress, newAddress: newAddress ?? '' };
        await requestMyAddress(deps, actingOf(request), input);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/directory/users/me/change/{type}/verify',
      operationId: 'verifyMyAddress',
      tag: optionsTag,
      summary: 'Prove the new e-mail address or phone number by its code',
      description: clientsMustNot,
      rule,
      params,
      body: ConfirmationRequest,
      answers: done,
      handler: async ({ params: { type: kind }, body, request }) => {
        const { userId, tenantId } = userOf(request);
        const input = { userId, tenantId, kind, address: body.address ?? '', code: body.activationCode ?? '' };
        await confirmMyAddress(deps, actingOf(request), input);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/directory/users/me/accept/terms',
      operationId: 'acceptMyTerms',
      tag: optionsTag,
      summary: 'Accept terms of use',
      description: clientsMustNot,
      rule,
      body: AcceptPlatformTermsRequest,
      answers: done,
      handler: async ({ body, request }) => {
        const principal = userOf(request);
        await acceptMyTerms(deps, actingOf(request), {
          user: { id: principal.userId, tenantId: principal.tenantId },
          application: callingApplication(principal),
          acceptPlatformTerms: body.acceptPlatformTerms,
          acceptServiceTerms: body.acceptServiceTerms,
          serviceId: optionalId(body.serviceId, 'serviceId'),
        });
      },
    }),
  ];
};
