import type { Handle } from '../../platform/database/index.ts';
import { type AutomationToken, selectTokens } from './automation-token-store.ts';

/** Newest first, the revoked and expired ones too. The caller has opened the project. */
export const listAutomationTokens = async (
  handle: Handle,
  input: { readonly projectId: string },
): Promise<AutomationToken[]> => await selectTokens(handle, input.projectId);
