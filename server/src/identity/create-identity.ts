import type { FastifyInstance } from 'fastify';
import type { Database, NotificationBus } from '../platform/database/index.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import {
  createOneTimeCodes,
  type KeyRing,
  type OneTimeCodes,
  type PasswordHasher,
  type SecretBox,
} from '../platform/secrets/index.ts';
import { consoleClientId, platformApiId } from './applications/index.ts';
import { type Authenticator, addConsoleSignIn, openAuthenticator } from './authenticate/index.ts';
import {
  type AddPages,
  addIdentityPages,
  addShortAddresses,
  createProviderPages,
  createSignInPolicy,
  providerHeaders,
} from './pages/index.ts';
import { createIdentityProvider } from './provider/create-identity-provider.ts';

export interface IdentityDeps {
  readonly database: Database;
  readonly bus: NotificationBus;
  readonly box: SecretBox;
  readonly ring: KeyRing;
  readonly passwords: PasswordHasher;
  readonly keyLimiter: RateLimiter;
  readonly publicUrl: string;
  readonly now: () => Date;
  readonly onError: (error: Error) => void;
}

export interface Identity {
  /** Tells the areas who calls. */
  readonly authenticator: Authenticator;
  readonly oneTimeCodes: OneTimeCodes;
  /** Puts sign-in pages, those of other areas, provider and the console's own sign-in on the server. */
  register(app: FastifyInstance, otherPages?: readonly AddPages[]): void;
}

/** Everything about who somebody is, in one process. */
export const createIdentity = async (deps: IdentityDeps): Promise<Identity> => {
  const oneTimeCodes = createOneTimeCodes(deps.ring);
  const provider = await createIdentityProvider({
    ...deps,
    pages: createProviderPages(),
    policy: createSignInPolicy(deps),
    pageHeaders: providerHeaders,
  });
  const authenticator = openAuthenticator({ ...deps, apiId: platformApiId });
  return {
    authenticator,
    oneTimeCodes,
    register: (app, otherPages) => {
      addShortAddresses(app);
      addConsoleSignIn(app, { ...deps, authenticator, apiId: platformApiId, consoleId: consoleClientId });
      app.register(
        async (scope) => {
          const pages = { ...deps, oneTimeCodes, provider: provider.current, signInClientId: consoleClientId };
          addIdentityPages(scope, pages, otherPages);
          scope.register(async (inner) => provider.mount(inner));
        },
        { prefix: '/identity' },
      );
    },
  };
};
