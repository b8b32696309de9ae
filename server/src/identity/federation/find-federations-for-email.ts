import type { Handle } from '../../platform/database/index.ts';
import type { Federation } from './federation.ts';
import { selectFederationsForDomain } from './federation-store.ts';

/** Where the people of this mail domain sign in. The address itself is not looked up: nobody learns who has an account. */
export const findFederationsForEmail = async (handle: Handle, email: string): Promise<Federation[]> => {
  const domain = email.trim().toLowerCase().split('@').at(-1) ?? '';
  return domain === '' || !email.includes('@') ? [] : await selectFederationsForDomain(handle, domain);
};
