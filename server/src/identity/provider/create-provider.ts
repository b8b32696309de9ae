import type { JWK } from 'jose';
import Provider, { type Configuration, errors, type interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { findUser } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { hashToken, type KeyRing, type SecretBox } from '../../platform/secrets/index.ts';
import { clientMetadata } from './client-metadata.ts';
import { isOlderThanCredentials } from './credentials-age-store.ts';
import { findApi } from './find-api.ts';
import { grantWithoutAsking } from './grant-without-asking.ts';
import { createTokenIntrospection } from './introspect-access-token.ts';
import { createOidcAdapter } from './oidc-adapter.ts';
import type { Registration } from './registration.ts';
import { matchSecret, selectRegistration } from './registration-store.ts';
import { createTokenRevocation } from './revoke-access-token.ts';
import { accessTokenAlgorithm, idTokenAlgorithm } from './signing-key-store.ts';
import { accountClaims, applicationTokenClaims, claimsByScope, userTokenClaims } from './token-claims.ts';

export interface ProviderDeps {
  readonly database: Database;
  readonly box: SecretBox;
  readonly ring: KeyRing;
  readonly issuer: string;
  readonly pages: ProviderPages;
  /** When people are asked who they are; the standard's own rules unless given. */
  readonly policy?: interactionPolicy.DefaultPolicy;
}

/** The pages that the provider itself shows; everything else is ours anyway. */
export interface ProviderPages {
  error(title: string, detail: string, supportCode: string): string;
  signOut(form: string): string;
  /** `isSignedIn` when the person chose to stay. */
  signedOut(clientName: string | undefined, isSignedIn: boolean): string;
  enterDeviceCode(form: string, problem: string | undefined): string;
  confirmDeviceCode(form: string, clientName: string, userCode: string): string;
  deviceDone(clientName: string): string;
  /** The person said that the device is not theirs. */
  deviceStopped(): string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hour = 3600;
const twoWeeks = 14 * 24 * hour;

/** The OpenID Connect provider of this process with the given keys, the one that signs first. */
export const createProvider = (deps: ProviderDeps, keys: readonly JWK[]): Provider => {
  const provider = new Provider(deps.issuer, configure(deps, keys));
  // Addresses are built from the issuer's host, which the mount sets; what a client says of itself is never believed.
  provider.proxy = true;
  for (const use of [createTokenRevocation(deps, keys), createTokenIntrospection(deps, keys)]) {
    provider.use(use as Parameters<typeof provider.use>[0]);
  }
  provider.use(createMissingPage(deps) as Parameters<typeof provider.use>[0]);
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(secret: string) {
    return await matchSecret(deps.database, this.clientId, hashToken(secret));
  };
  return provider;
};

/** The registration of the client of this request. */
const clientOf = async (deps: ProviderDeps, clientId: string | undefined): Promise<Registration> => {
  const registration =
    clientId !== undefined && uuid.test(clientId) ? await selectRegistration(deps.database, clientId) : undefined;
  if (registration === undefined) throw new errors.InvalidClient('client not found');
  return registration;
};

/** Browsers get a page where there is nothing, other programs the plain answer. */
const createMissingPage =
  ({ pages }: ProviderDeps) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    if (ctx.status !== 404 || ctx.body != null || !ctx.get('accept').includes('text/html')) return;
    ctx.type = 'html';
    ctx.body = pages.error('not_found', 'There is nothing at this address.', ctx.response.get('x-supportCode'));
    ctx.status = 404;
  };

const configure = (deps: ProviderDeps, keys: readonly JWK[]): Configuration => ({
  adapter: (model: string) =>
    model === 'Client' ? clientAdapter(deps) : createOidcAdapter({ database: deps.database, box: deps.box }, model),
  jwks: { keys: [...keys] as NonNullable<Configuration['jwks']>['keys'] },
  findAccount: async (ctx, id, token) => {
    if (!uuid.test(id)) return undefined;
    const user = await findUser(deps.database, { userId: id, scope: 'everyTenant' }).catch(nothingWhenMissing);
    if (user === undefined || user.deactivated || !user.activated) return undefined;
    const issuedAt = token?.iat ?? ctx.oidc.session?.loginTs;
    if (issuedAt !== undefined && (await isOlderThanCredentials(deps.database, id, issuedAt))) return undefined;
    return { accountId: id, claims: async () => accountClaims(user) };
  },
  claims: Object.fromEntries(Object.entries(claimsByScope).map(([scope, names]) => [scope, [...names]])),
  scopes: ['openid', 'offline_access', 'profile', 'email', 'phone'],
  conformIdTokenClaims: false,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  clientDefaults: { id_token_signed_response_alg: idTokenAlgorithm },
  enabledJWA: { idTokenSigningAlgValues: [idTokenAlgorithm] },
  responseTypes: ['code', 'id_token', 'id_token token', 'code id_token', 'code id_token token', 'code token'],
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  rotateRefreshToken: true,
  // Without offline_access a refresh token lives as long as the session at the most. Clients in the field ask for
  // offline_access without the consent prompt that the standard wants with it, and still expect to refresh.
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async (_ctx, code) => !code.scopes.has('offline_access'),
  clientBasedCORS: (_ctx, origin, client) =>
    (client.redirectUris ?? []).some((url) => URL.parse(url)?.origin === origin),
  cookies: {
    keys: deps.ring.keys.map((key) => key.derive('sign identity cookies').export().toString('base64url')),
    names: { session: 'portolan_session', interaction: 'portolan_interaction', resume: 'portolan_resume' },
    long: { signed: true, httpOnly: true, sameSite: 'lax', path: '/identity' },
    // Without a path of its own each sign-in keeps to its own address: two tabs do not get in each other's way.
    short: { signed: true, httpOnly: true, sameSite: 'lax' },
  },
  ttl: {
    AccessToken: hour,
    AuthorizationCode: 60,
    ClientCredentials: hour,
    DeviceCode: 600,
    Grant: twoWeeks,
    IdToken: hour,
    Interaction: hour,
    RefreshToken: twoWeeks,
    Session: twoWeeks,
  },
  routes: {
    authorization: '/authorize',
    code_verification: '/device',
    device_authorization: '/device/authorize',
    end_session: '/logout',
    introspection: '/introspect',
    jwks: '/jwks',
    revocation: '/revoke',
    token: '/token',
    userinfo: '/userinfo',
  },
  interactions: {
    url: (_ctx, interaction) => `/identity/interaction/${interaction.uid}`,
    ...(deps.policy === undefined ? {} : { policy: deps.policy }),
  },

  loadExistingGrant: async (ctx) =>
    await grantWithoutAsking(ctx, await clientOf(deps, ctx.oidc.client?.clientId), deps.database),
  extraTokenClaims: async (ctx, token) => await extraClaims(deps, ctx, token),
  formats: {
    customizers: {
      jwt: async (_ctx, token, parts) => {
        if (token.kind !== 'ClientCredentials') return;
        const client = await clientOf(deps, token.clientId);
        parts.payload.sub = client.servicePrincipalId ?? client.id;
      },
    },
  },
  renderError: async (ctx, out) => {
    ctx.type = 'html';
    const detail = out.error_description ?? 'The request could not be understood.';
    ctx.body = deps.pages.error(out.error, detail, ctx.response.get('x-supportCode'));
  },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    // The APIs take bearer tokens (contract X1): a token that is bound to a key would promise what nobody checks.
    dPoP: { enabled: false },
    introspection: { enabled: true, allowedPolicy: async (_ctx, client, token) => client.clientId === token.clientId },
    revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => client.clientId === token.clientId },
    resourceIndicators: resourceIndicators(deps),
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: async (ctx, form) => {
        ctx.body = deps.pages.signOut(form);
      },
      postLogoutSuccessSource: async (ctx) => {
        const { accountId } = await ctx.oidc.provider.Session.get(ctx);
        ctx.body = deps.pages.signedOut(ctx.oidc.client?.clientName, accountId !== undefined);
      },
    },
    deviceFlow: {
      enabled: true,
      userCodeInputSource: async (ctx, form, _out, error) => {
        const isStopped = error?.name === 'AbortedError';
        const problem = error === undefined ? undefined : 'That code is not right, or its time is over.';
        ctx.body = isStopped ? deps.pages.deviceStopped() : deps.pages.enterDeviceCode(form, problem);
      },
      userCodeConfirmSource: async (ctx, form, client, _info, userCode) => {
        ctx.body = deps.pages.confirmDeviceCode(form, client.clientName ?? client.clientId, userCode);
      },
      successSource: async (ctx) => {
        ctx.body = deps.pages.deviceDone(ctx.oidc.client?.clientName ?? 'the application');
      },
    },
  },
});

const nothingWhenMissing = (error: unknown): undefined => {
  if (error instanceof AppError && error.kind === 'notFound') return undefined;
  throw error;
};

/** Clients are our applications; the provider only reads them. */
const clientAdapter = (deps: ProviderDeps) => {
  const refuse = async () => {
    throw new Error('Clients are made by deployments and the portal, not by the provider.');
  };
  return {
    find: async (id: string) => {
      if (!uuid.test(id)) return undefined;
      const registration = await selectRegistration(deps.database, id);
      return registration === undefined ? undefined : clientMetadata(registration);
    },
    upsert: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  } as unknown as ReturnType<typeof createOidcAdapter>;
};

const scopesIn = (ctx: KoaContextWithOIDC): string[] =>
  String(ctx.oidc.params?.scope ?? '')
    .split(' ')
    .filter((scope) => scope !== '');
const isForApplication = (ctx: KoaContextWithOIDC): boolean => ctx.oidc.params?.grant_type === 'client_credentials';

const resourceIndicators = (deps: ProviderDeps): NonNullable<Configuration['features']>['resourceIndicators'] => ({
  enabled: true,
  defaultResource: async (ctx, _client, oneOf) => {
    if (oneOf === undefined && isForApplication(ctx)) {
      throw new errors.InvalidTarget('name the API, by resource=<api> or scope=<api>/.default');
    }
    return Array.isArray(oneOf) && oneOf.length === 1 ? (oneOf[0] as string) : (undefined as never);
  },
  // A code or refresh token that was granted for an API gives tokens for that API, unless the request says otherwise:
  // asking for scopes of OpenID Connect alone is to ask for a token for userinfo.
  useGrantedResource: async (ctx) => {
    const asked = scopesIn(ctx);
    return !asked.includes('openid') || asked.some((scope) => !(scope in claimsByScope));
  },
  getResourceServerInfo: async (ctx, indicator, client) => {
    const { api, scopes } = await findApi(deps.database, await clientOf(deps, client.clientId), indicator);
    const foreign = isForApplication(ctx) ? scopesIn(ctx).filter((scope) => !scopes.includes(scope)) : [];
    if (foreign.length > 0) {
      throw new errors.InvalidScope('the client has no access to this scope of the API', foreign.join(' '));
    }
    return {
      scope: scopes.join(' '),
      audience: api.id,
      accessTokenTTL: hour,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: accessTokenAlgorithm } },
    };
  },
});

type ExtraToken = Parameters<NonNullable<Configuration['extraTokenClaims']>>[1];

const extraClaims = async (deps: ProviderDeps, _ctx: KoaContextWithOIDC, token: ExtraToken) => {
  const client = await clientOf(deps, token.clientId);
  if (token.kind === 'ClientCredentials') return applicationTokenClaims(client, token.scope);
  const user = await findUser(deps.database, { userId: token.accountId, scope: 'everyTenant' });
  return userTokenClaims(user, client, token.scope, token.grantId);
};
