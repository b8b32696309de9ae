import { userPath } from './links.ts';
import type { UserReference } from './users.ts';

export interface ReferredUser {
  readonly id: string;
  readonly tenantId: string;
  readonly email: string;
  readonly displayName: string;
  readonly activated: boolean;
}

export const toUserReference = (user: ReferredUser) =>
  ({
    identity: userPath(user.id),
    email: user.email,
    activated: user.activated,
    tenantId: user.tenantId,
    name: user.displayName,
    id: user.id,
  }) satisfies UserReference;
