import type { ClientMetadata, ResponseType } from 'oidc-provider';
import type { ClientType, Registration } from './registration.ts';

/** What each client type may do (contract A16). `None` is an API that is nobody's client. */
const grantsOf: Readonly<Record<ClientType, readonly string[]>> = {
  None: [],
  Confidential: ['authorization_code', 'refresh_token', 'client_credentials'],
  Public: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  Spa: ['authorization_code', 'refresh_token'],
  ClientCredential: ['client_credentials'],
  Native: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
};

const hasSecret = (type: ClientType): boolean => type === 'Confidential' || type === 'ClientCredential';
const isWeb = (url: string | null): url is string => url !== null && /^https?:/.test(url);
const isLoopback = (url: string): boolean => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(`${url}/`);

/** The provider's view of an application; undefined when it is not a client at all. */
export const clientMetadata = (registration: Registration): ClientMetadata | undefined => {
  const { clientType } = registration;
  const grants = grantsOf[clientType];
  const usesCode = grants.includes('authorization_code') && registration.redirectUrls.length > 0;
  const usesImplicit = usesCode && registration.allowImplicitGrantFlow;
  const grantTypes = grants.filter((grant) => usesCode || grant !== 'authorization_code');
  if (grantTypes.length === 0 || (grantTypes.length === 1 && grantTypes[0] === 'refresh_token')) return undefined;
  const responseTypes: ResponseType[] = usesCode ? ['code'] : [];
  if (usesImplicit)
    responseTypes.push('id_token', 'id_token token', 'code id_token', 'code id_token token', 'code token');
  // Web clients with the implicit flow may not redirect to this machine, yet people develop there.
  const isNative = clientType === 'Native' || (usesImplicit && registration.redirectUrls.some(isLoopback));
  const leaveTo = [...registration.postLogoutRedirectUrls, ...registration.redirectUrls, registration.applicationUrl];
  return {
    client_id: registration.id,
    client_name: registration.name,
    grant_types: usesImplicit ? [...grantTypes, 'implicit'] : [...grantTypes],
    response_types: responseTypes,
    redirect_uris: usesCode ? [...registration.redirectUrls] : [],
    post_logout_redirect_uris: [
      ...new Set(leaveTo.filter(isWeb).filter((url) => isNative || !usesImplicit || !isLoopback(url))),
    ],
    application_type: isNative ? 'native' : 'web',
    token_endpoint_auth_method: hasSecret(clientType) ? 'client_secret_basic' : 'none',
    // Secrets are looked up by hash, and there may be two; this text only tells the provider that there are some.
    ...(hasSecret(clientType) ? { client_secret: `held-as-hash-${registration.id}` } : {}),
    ...(isWeb(registration.applicationUrl) ? { client_uri: registration.applicationUrl } : {}),
  };
};
