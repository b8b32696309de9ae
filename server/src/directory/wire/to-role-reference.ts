import { rolePath } from './links.ts';
import type { RoleReference } from './references.ts';

export const toRoleReference = (role: { readonly type: string; readonly id: string; readonly name: string }) =>
  ({ identity: rolePath(role.type, role.id), type: role.type, name: role.name, id: role.id }) satisfies RoleReference;
