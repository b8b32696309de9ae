import { platformScope } from '../../applications/platform-registrations.ts';
import { indicatorOf } from '../../provider/api-indicator.ts';
import { issuerOf } from '../../provider/create-identity-provider.ts';
import { callbackAddress } from './console-deps.ts';
import { challengeOf, type SignInAttempt } from './sign-in-attempt.ts';

/** Where the browser goes to sign in: authorization code with PKCE (contract X5). */
export const authorizeAddress = (
  input: { readonly publicUrl: string; readonly apiId: string; readonly consoleId: string },
  attempt: SignInAttempt,
): string => {
  const url = new URL(`${issuerOf(input.publicUrl)}/authorize`);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: input.consoleId,
    redirect_uri: callbackAddress(input.publicUrl),
    scope: platformScope,
    resource: indicatorOf(input.apiId),
    state: attempt.state,
    code_challenge: challengeOf(attempt),
    code_challenge_method: 'S256',
  }).toString();
  return url.href;
};
