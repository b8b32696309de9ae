import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { fetchJson, limitedFetch } from './limited-fetch.ts';
import { isIssuer } from './read-federation.ts';

/** What we need to know of an issuer (OpenID Connect Discovery 1.0). */
export interface IssuerMetadata {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly userinfoEndpoint: string | undefined;
  readonly jwksUri: string;
  /** True when the issuer takes the secret in the header, which is also what it must do when it says nothing. */
  readonly takesBasic: boolean;
  /** Whether every answer names the issuer (RFC 9207). */
  readonly namesItself: boolean;
  readonly keys: JWTVerifyGetKey;
}

export type DiscoverIssuer = (issuer: string) => Promise<IssuerMetadata>;

const rememberFor = 15 * 60_000;
const mostRemembered = 200;

/** Reads the document of an issuer, and remembers it for a while. Failures are not remembered. */
export const createIssuerDirectory = (now: () => Date): DiscoverIssuer => {
  const known = new Map<string, { readonly at: number; readonly metadata: Promise<IssuerMetadata> }>();
  return async (issuer) => {
    const time = now().getTime();
    const found = known.get(issuer);
    if (found !== undefined && time - found.at < rememberFor) return await found.metadata;
    const metadata = discoverIssuer(issuer);
    known.delete(issuer);
    known.set(issuer, { at: time, metadata });
    metadata.catch(() => known.delete(issuer));
    const [oldest] = known.keys();
    if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    return await metadata;
  };
};

/** Asks the issuer itself, whatever is remembered. */
export const discoverIssuer = async (issuer: string): Promise<IssuerMetadata> => {
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  // Somebody else's document must not speak for this issuer.
  if (document.issuer !== issuer) throw new Error('The document of the issuer is of another issuer.');
  const address = (member: string): string => {
    const value = document[member];
    if (typeof value !== 'string' || !isIssuer(value.split('?')[0] ?? '')) {
      throw new Error(`The document of the issuer has no usable ${member}.`);
    }
    return value;
  };
  const jwksUri = address('jwks_uri');
  const methods = document.token_endpoint_auth_methods_supported;
  return {
    issuer,
    authorizationEndpoint: address('authorization_endpoint'),
    tokenEndpoint: address('token_endpoint'),
    userinfoEndpoint: document.userinfo_endpoint === undefined ? undefined : address('userinfo_endpoint'),
    takesBasic: !Array.isArray(methods) || methods.includes('client_secret_basic'),
    namesItself: document.authorization_response_iss_parameter_supported === true,
    jwksUri,
    keys: createRemoteJWKSet(new URL(jwksUri), { [customFetch]: limitedFetch, cacheMaxAge: rememberFor }),
  };
};
