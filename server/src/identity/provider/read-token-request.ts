/** A request for an application's own token, as far as everything about it is as it should be. */
export interface ApplicationTokenRequest {
  readonly clientId: string;
  readonly secret: string;
  readonly scope: string | undefined;
  readonly resource: string | undefined;
}

const known = new Set(['grant_type', 'client_id', 'client_secret', 'scope', 'resource']);
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const visible = /^[\x20-\x7e]+$/;
/** The characters of scopes (RFC 6749). */
const scopes = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * Reads a form that asks for an application's own token with its secret in one place. Undefined for every other form, and
 * for whatever is odd about it: the provider has the words for that.
 */
export const readTokenRequest = (
  authorization: string | undefined,
  body: string,
): ApplicationTokenRequest | undefined => {
  const form = new URLSearchParams(body);
  const names = [...form.keys()];
  if (form.get('grant_type') !== 'client_credentials') return undefined;
  if (new Set(names).size < names.length || names.some((name) => !known.has(name))) return undefined;
  const client = readClient(authorization, form);
  const scope = form.get('scope') ?? undefined;
  if (client === undefined || (scope !== undefined && !scopes.test(scope))) return undefined;
  return { ...client, scope, resource: form.get('resource') ?? undefined };
};

const readClient = (
  authorization: string | undefined,
  form: URLSearchParams,
): Pick<ApplicationTokenRequest, 'clientId' | 'secret'> | undefined => {
  const [posted, secret] = [form.get('client_id') ?? undefined, form.get('client_secret') ?? undefined];
  if (authorization === undefined) return checked(posted, secret);
  const basic = readBasic(authorization);
  return secret !== undefined || (posted !== undefined && posted !== basic?.clientId) ? undefined : basic;
};

/** RFC 6749, 2.3.1: both halves are encoded like the values of a form. */
const readBasic = (authorization: string): Pick<ApplicationTokenRequest, 'clientId' | 'secret'> | undefined => {
  const encoded = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  try {
    const [id, secret] = [pair.slice(0, colon), pair.slice(colon + 1)].map((half) =>
      decodeURIComponent(half.replaceAll('+', '%20')),
    );
    return checked(id, secret);
  } catch {
    return undefined;
  }
};

const checked = (clientId = '', secret = '') =>
  uuid.test(clientId) && visible.test(secret) ? { clientId, secret } : undefined;
