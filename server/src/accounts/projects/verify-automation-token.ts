import type { Database } from '../../platform/database/index.ts';
import { automationTokenHash } from './automation-token.ts';
import { noteTokenUse, selectLiveToken } from './automation-token-store.ts';

/** Who calls with an automation token. */
export interface AutomationCaller {
  readonly tokenId: string;
  readonly projectId: string;
  readonly tenantId: string;
  readonly name: string;
  readonly expiresAt: Date;
  /** Set when an outside job exchanged its own identity token. */
  readonly externalSubject: string | null;
}

/**
 * Undefined for anything but a live token: malformed (found without the database), unknown, expired, revoked, or of a
 * deactivated tenant. The use is noted once a minute, not once a request.
 */
export const verifyAutomationToken = async (
  deps: { readonly database: Database },
  input: { readonly token: string },
): Promise<AutomationCaller | undefined> => {
  const tokenHash = automationTokenHash(input.token);
  if (tokenHash === undefined) return undefined;
  const live = await selectLiveToken(deps.database, tokenHash);
  if (live === undefined) return undefined;
  if (live.isUseDue) await noteTokenUse(deps.database, live.id);
  const { id: tokenId, projectId, tenantId, name, expiresAt, externalSubject } = live;
  return { tokenId, projectId, tenantId, name, expiresAt, externalSubject };
};
