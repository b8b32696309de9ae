import type { Handle } from '../../platform/database/index.ts';
import { selectLatestTerms, type Terms } from './terms-store.ts';

/** The terms in force of the platform, or of a service; undefined where there are none. */
export const findLatestTerms = async (
  handle: Handle,
  input: { readonly serviceId?: string | undefined },
): Promise<Terms | undefined> => await selectLatestTerms(handle, input.serviceId ?? null);
