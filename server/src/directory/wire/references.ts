import { type Static, Type } from 'typebox';
import { readOnlyText, text } from './members.ts';

export const ItemReference = Type.Object(
  { name: text(), id: text(), description: text(), identity: text() },
  { title: 'ItemReference' },
);
export type ItemReference = Static<typeof ItemReference>;

export const RoleReference = Type.Object(
  { identity: readOnlyText('Relative path to the role.'), type: text(), name: text(), id: text() },
  { title: 'RoleReference' },
);
export type RoleReference = Static<typeof RoleReference>;
