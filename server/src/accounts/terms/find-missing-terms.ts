import type { Handle } from '../../platform/database/index.ts';
import { selectUnacceptedTerms, type Terms } from './terms-store.ts';

export interface MissingTerms {
  readonly kind: 'platform' | 'service';
  readonly terms: Terms;
}

/** What the user still has to accept, the platform's terms before the service's (contract B11). */
export const findMissingTerms = async (
  handle: Handle,
  input: { readonly userId: string; readonly serviceId?: string | undefined },
): Promise<MissingTerms[]> => {
  const missing = await selectUnacceptedTerms(handle, input.userId, input.serviceId ?? null);
  return missing.map((terms) => ({ kind: terms.serviceId === null ? 'platform' : 'service', terms }));
};
