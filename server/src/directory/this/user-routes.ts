import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actingOf, linkedServicesOf, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { invalidRequest } from '../../platform/http/wire/invalid-request.ts';
import { answerOnce } from '../../platform/idempotency/answer-once.ts';
import { isMailAddress } from '../../platform/mail/index.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { tryUntilSettled } from '../subscriptions/try-until-settled.ts';
import { type CreateUsersInput, createUsers } from '../users/create-users.ts';
import { resolveUsers } from '../users/resolve-users.ts';
import { tenantHeader } from '../wire/tenant-header.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import { UserCreationReference, UserReference, UserRegistration } from '../wire/users.ts';
import { someService } from './application-rules.ts';
import { failures } from './failures.ts';
import { askedTenant, seesTenant } from './seen-tenants.ts';

const tag = 'This';
const headers = Type.Object({
  ...tenantHeader,
  'Idempotency-Key': Type.Optional(
    Type.String({ description: 'A request that comes again with the same key gets the first answer again.' }),
  ),
});
/** Five thousand people with a few words for each. */
const mostBytes = 8 * 1024 * 1024;
/** More than this is work for the connections that others do not wait for. */
const fewPeople = 50;

interface Posted {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly headers: { readonly tenantId?: string; readonly 'Idempotency-Key'?: string };
}

/** Users, whom no service owns: looking them up by e-mail, and having accounts made for them. */
export const userRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const create = async (
    { request, reply, headers: given }: Posted,
    input: Pick<CreateUsersInput, 'registrations' | 'pointerOf'>,
  ): Promise<UserCreationReference[]> => {
    const principal = tokenPrincipalOf(request);
    const { applicationId } = principal;
    const { tenantId, seesTenant: isSeen } = askedTenant(principal, given.tenantId);
    if (!isSeen) throw new AppError('notFound', 'tenant.not-found', 'There is no such tenant.');
    const serviceIds = linkedServicesOf(request).map(({ serviceId }) => serviceId);
    const work = async (transaction: Transaction): Promise<UserCreationReference[]> => {
      const people = { ...input, tenantId, applicationId, serviceIds };
      const created = await createUsers(transaction, deps, actingOf(request), people);
      return created.map(({ user, confirmationUrl }) => ({ confirmationUrl, ...toUserReference(user) }));
    };
    // The answer may hold links that open accounts.
    reply.header('cache-control', 'no-store');
    const database = input.registrations.length > fewPeople ? deps.longWork : deps.database;
    const key = given['Idempotency-Key'];
    // Who has an account may be subscribed, or leave, at the same time.
    if (key === undefined) return await tryUntilSettled(() => inTransaction(database, work));
    const { operationId = '' } = request.routeOptions.schema ?? {};
    const content = JSON.stringify([tenantId, input.registrations]);
    const once = { scope: `directory ${operationId} ${applicationId}`, key, content };
    const answer = await tryUntilSettled(() =>
      answerOnce({ database, box: deps.secretBox }, once, async (transaction) => ({
        status: 200,
        body: await work(transaction),
      })),
    );
    return answer.body as UserCreationReference[];
  };

  return [
    defineRoute({
      method: 'GET',
      path: '/this/user/resolve({email})',
      operationId: 'resolveUser',
      tag,
      summary: 'Accounts of an e-mail address',
      description: 'One e-mail address may have several accounts, each in another tenant.',
      rule: someService(deps, 'read'),
      params: Type.Object({ email: Type.String({ maxLength: 320 }) }),
      answers: { 200: { description: 'The accounts.', schema: Type.Array(UserReference) }, ...failures() },
      handler: async ({ params, request }) => {
        const email = params.email.trim().normalize('NFC');
        if (!isMailAddress(email)) {
          throw invalidRequest('path', [{ path: ['email'], text: 'must be an e-mail address' }]);
        }
        const users = await resolveUsers(deps.database, { email, seesTenant: seesTenant(tokenPrincipalOf(request)) });
        return users.map(toUserReference);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/this/user',
      operationId: 'createUser',
      tag,
      summary: 'Create a user, invite and subscribe the person',
      rule: someService(deps, 'manage'),
      headers,
      body: UserRegistration,
      answers: { 200: { description: 'The user.', schema: UserCreationReference }, ...failures() },
      handler: async ({ body, ...posted }) => {
        const [user] = await create(posted, { registrations: [body], pointerOf: () => '' });
        return user;
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/this/users',
      operationId: 'createUsers',
      tag,
      summary: 'Create many users: all of them or, when one is wrong, none',
      rule: someService(deps, 'manage'),
      headers,
      body: Type.Array(UserRegistration),
      bodyLimit: mostBytes,
      answers: {
        200: { description: 'The users, in the order of the request.', schema: Type.Array(UserCreationReference) },
        ...failures(),
      },
      handler: async ({ body, ...posted }) =>
        await create(posted, { registrations: body, pointerOf: (place) => `/${place}` }),
    }),
  ];
};
