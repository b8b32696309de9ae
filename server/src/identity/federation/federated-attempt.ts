import { createHash, randomBytes } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { createOidcAdapter } from '../provider/oidc-adapter.ts';

/** A sign-in that is on its way to an issuer. Kept here, sealed; the browser has only `state`, in a cookie of its own. */
export interface FederatedAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly federationId: string;
  /** The sign-in at our own provider that it belongs to. */
  readonly interaction: string;
  readonly remember: boolean;
}

interface StoreDeps {
  readonly database: Database;
  readonly box: SecretBox;
}

export const attemptSeconds = 600;
const adapterOf = (deps: StoreDeps) => createOidcAdapter(deps, 'FederatedAttempt');
const random = (): string => randomBytes(32).toString('base64url');

export const makeAttempt = (
  input: Pick<FederatedAttempt, 'federationId' | 'interaction' | 'remember'>,
): FederatedAttempt => ({ ...input, state: random(), nonce: random(), verifier: random() });

export const challengeOf = (attempt: FederatedAttempt): string =>
  createHash('sha256').update(attempt.verifier).digest('base64url');

export const saveAttempt = async (deps: StoreDeps, attempt: FederatedAttempt): Promise<void> =>
  void (await adapterOf(deps).upsert(attempt.state, { attempt } as unknown as AdapterPayload, attemptSeconds));

/** Gives it once: whoever comes back with the same answer again finds nothing. */
export const takeAttempt = async (deps: StoreDeps, state: string): Promise<FederatedAttempt | undefined> => {
  const adapter = adapterOf(deps);
  const stored = (await adapter.find(state)) as
    | { readonly attempt?: FederatedAttempt; readonly consumed?: unknown }
    | undefined;
  if (stored?.attempt === undefined || stored.consumed !== undefined) return undefined;
  try {
    await adapter.consume(state);
  } catch {
    return undefined;
  }
  return stored.attempt;
};
