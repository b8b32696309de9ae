import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import type { NotificationBus } from '../../platform/database/index.ts';
import { createProvider, type ProviderDeps } from './create-provider.ts';
import { findApi } from './find-api.ts';
import { createApplicationTokens } from './issue-application-token.ts';
import { mountProvider } from './mount-provider.ts';
import { selectRegistration } from './registration-store.ts';
import { accessTokenAlgorithm } from './signing-key-store.ts';
import { loadSigningKeys, signingKeysTopic } from './signing-keys.ts';
import { createTokenSigner } from './token-signer.ts';

export interface IdentityProviderDeps extends Omit<ProviderDeps, 'issuer'> {
  readonly bus: NotificationBus;
  readonly publicUrl: string;
  /** What every page of the provider carries. */
  readonly pageHeaders?: Readonly<Record<string, string>>;
  readonly onError: (error: Error) => void;
}

export interface IdentityProvider {
  /** The provider with today's signing keys: ask for it each time. */
  current(): Provider;
  /** Serves every address of the scope that has no page of ours. */
  mount(scope: FastifyInstance): void;
}

export const issuerOf = (publicUrl: string): string => `${publicUrl}/identity`;

/** The provider of this process. When keys rotate, on this node or another, it is made anew with the new ones. */
export const createIdentityProvider = async (deps: IdentityProviderDeps): Promise<IdentityProvider> => {
  const issuer = issuerOf(deps.publicUrl);
  const make = async () => {
    const keys = await loadSigningKeys(deps);
    const first = keys.find(({ alg }) => alg === accessTokenAlgorithm);
    if (first === undefined) throw new Error('There is no key to sign with.');
    return { provider: createProvider({ ...deps, issuer }, keys), sign: createTokenSigner(first) };
  };
  let current = await make();
  const renew = () => {
    make().then((fresh) => {
      current = fresh;
    }, deps.onError);
  };
  deps.bus.subscribe(signingKeysTopic, renew, renew);
  return {
    current: () => current.provider,
    mount: (scope) =>
      mountProvider(scope, {
        publicUrl: deps.publicUrl,
        provider: () => current.provider,
        issueApplicationToken: createApplicationTokens({ ...deps, issuer, sign: () => current.sign }),
        ...(deps.pageHeaders === undefined ? {} : { pageHeaders: deps.pageHeaders }),
        findScopes: async (clientId, indicator) => {
          const client = await selectRegistration(deps.database, clientId).catch(() => undefined);
          if (client === undefined) return [];
          const access = await findApi(deps.database, client, indicator).catch(() => undefined);
          return access?.scopes ?? [];
        },
      }),
  };
};
