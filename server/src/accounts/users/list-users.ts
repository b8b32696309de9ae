import type { Handle } from '../../platform/database/index.ts';
import type { NamePage } from '../name-page.ts';
import type { User } from './user.ts';
import { selectUsers, type UserFilter } from './user-list-store.ts';

/** Users in the order of their shown names, then ids. */
export const listUsers = async (handle: Handle, input: UserFilter & NamePage): Promise<User[]> =>
  await selectUsers(handle, input, input);
