import type { Database } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import type { DiscoverIssuer } from './discover-issuer.ts';
import { challengeOf, type FederatedAttempt, makeAttempt, saveAttempt } from './federated-attempt.ts';
import type { Federation } from './federation.ts';
import { issuerFailed } from './limited-fetch.ts';

export interface FederationDeps {
  readonly database: Database;
  readonly box: SecretBox;
  readonly publicUrl: string;
  readonly discoverIssuer: DiscoverIssuer;
}

/** What must be registered at the issuer. */
export const federationCallback = (publicUrl: string): string => `${publicUrl}/identity/federation/callback`;

/** Where to send the browser: authorization code with PKCE, state and nonce. */
export const startFederatedSignIn = async (
  deps: FederationDeps,
  input: {
    readonly federation: Federation;
    readonly interaction: string;
    readonly remember: boolean;
    readonly email: string | undefined;
  },
): Promise<{ readonly address: string; readonly attempt: FederatedAttempt }> => {
  const { federation, interaction, remember, email } = input;
  const metadata = await deps.discoverIssuer(federation.issuer).catch((error: unknown) => {
    throw issuerFailed(error);
  });
  const attempt = makeAttempt({ federationId: federation.id, interaction, remember });
  await saveAttempt(deps, attempt);
  const url = new URL(metadata.authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: federation.clientId,
    redirect_uri: federationCallback(deps.publicUrl),
    scope: federation.scopes.join(' '),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: challengeOf(attempt),
    code_challenge_method: 'S256',
    ...(email === undefined || email === '' ? {} : { login_hint: email }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { address: url.href, attempt };
};
