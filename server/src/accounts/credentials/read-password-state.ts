import type { Handle } from '../../platform/database/index.ts';
import { selectDatabaseTime, selectPassword } from './password-store.ts';

export interface PasswordFacts {
  readonly changedAt: Date;
  readonly mustChange: boolean;
  /** The database's time, against which the age counts. */
  readonly now: Date;
}

/** Undefined for whoever has no password here, such as people whose tenant has an identity provider of its own. */
export const readPasswordState = async (
  handle: Handle,
  input: { readonly userId: string },
): Promise<PasswordFacts | undefined> => {
  const state = await selectPassword(handle, input.userId);
  if (state === undefined) return undefined;
  return { changedAt: state.changedAt, mustChange: state.mustChange, now: await selectDatabaseTime(handle) };
};
