import type { Handle } from '../../platform/database/index.ts';
import { selectTrustedIssuers, type TrustedIssuer } from './trusted-issuer-store.ts';

export const listTrustedIssuers = async (
  handle: Handle,
  input: { readonly projectId: string },
): Promise<TrustedIssuer[]> => await selectTrustedIssuers(handle, input.projectId);
