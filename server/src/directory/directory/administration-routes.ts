import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { ChangeAddressRequest } from '../wire/account-requests.ts';
import { UserReferences } from '../wire/subscription-details.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { changeOtherEmail } from './change-other-email.ts';
import { directoryTenant } from './directory-tenant.ts';
import { clientsMustNot, optionsTag } from './option-words.ts';
import { resyncUser } from './resync-user.ts';

const params = Type.Object({ userId: Type.String({ format: 'uuid' }) });
const headers = Type.Object(tenantHeader);

/** What platform administrators do to other people's accounts. */
export const administrationRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => [
  defineRoute({
    method: 'POST',
    path: '/directory/users/{userId}/change/email',
    operationId: 'changeDirectoryUserEmail',
    tag: optionsTag,
    summary: 'Change the e-mail address of a user',
    description: clientsMustNot,
    rule,
    params,
    headers,
    body: ChangeAddressRequest,
    answers: { 204: { description: 'Changed; the new address is not verified.' } },
    handler: async ({ params: { userId }, headers: { tenantId: given }, body, request }) => {
      const tenantId = directoryTenant(request, given);
      const { oldAddress, newAddress } = body;
      await changeOtherEmail(deps, actingOf(request), { userId, tenantId, oldAddress, newAddress: newAddress ?? '' });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/directory/users/{userId}/resync/all',
    operationId: 'resyncDirectoryUser',
    tag: optionsTag,
    summary: 'Read everything of a user anew',
    description: clientsMustNot,
    rule,
    params,
    headers,
    answers: { 200: { description: 'What belongs to the user.', schema: UserReferences } },
    handler: async ({ params: { userId }, headers: { tenantId }, request }) =>
      await resyncUser(deps, actingOf(request), { userId, tenantId: directoryTenant(request, tenantId) }),
  }),
];
