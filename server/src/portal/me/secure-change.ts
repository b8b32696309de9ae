import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Acting, User } from '../../accounts/index.ts';
import { actingOf, userOf } from '../../identity/authenticate/index.ts';
import type { PortalDeps } from '../portal-deps.ts';
import { verifyOwnPassword } from './verify-own-password.ts';

export const ownPasswordMember = Type.Optional(
  Type.String({
    maxLength: 512,
    format: 'password',
    description: 'The own password. Not needed by people whose tenant has an identity provider of its own.',
  }),
);

export const ownPassword = Type.Optional(Type.Object({ password: ownPasswordMember }, { title: 'OwnPassword' }));

export interface SecurityChange {
  readonly user: User;
  readonly acting: Acting;
}

/** Opens every operation that changes what somebody signs in with: the password comes along with the request. */
export const secure = async (
  deps: Pick<PortalDeps, 'database' | 'passwords'>,
  request: FastifyRequest,
  body: { readonly password?: string } | undefined,
): Promise<SecurityChange> => {
  const { userId, tenantId } = userOf(request);
  const input = { userId, tenantId, password: body?.password, address: request.ip };
  return { user: await verifyOwnPassword(deps, input), acting: actingOf(request) };
};
