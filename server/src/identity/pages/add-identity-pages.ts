import type { FastifyInstance } from 'fastify';
import { accountsConstraintRules } from '../../accounts/index.ts';
import { setErrorForm } from '../../platform/http/set-error-form.ts';
import { createIssuerDirectory } from '../federation/index.ts';
import type { IdentityPagesDeps, PageDeps } from './page-deps.ts';
import { pageErrorForm } from './page-error-form.ts';
import { addFormParser } from './read-form.ts';
import { refuseCrossSite } from './refuse-cross-site.ts';
import { addActivationCodeRoutes } from './routes/activation-code-routes.ts';
import { addAssetRoutes } from './routes/asset-routes.ts';
import { addFederationRoutes } from './routes/federation-routes.ts';
import { addForgottenPasswordRoutes } from './routes/forgotten-password-routes.ts';
import { addInteractionRoutes } from './routes/interaction-routes.ts';
import { addPasskeyRoutes } from './routes/passkey-routes.ts';
import { addPasswordRoutes } from './routes/password-routes.ts';
import { addProfileRoutes } from './routes/profile-routes.ts';
import { addRegisterRoutes } from './routes/register-routes.ts';
import { addSecurityRoutes } from './routes/security-routes.ts';
import { addSignedInRoutes } from './routes/signed-in-routes.ts';
import { addTermsRoutes } from './routes/terms-routes.ts';
import { pageHeaders } from './send-page.ts';
import { addLanguage } from './words/add-language.ts';

const routes = [
  addInteractionRoutes,
  addForgottenPasswordRoutes,
  addRegisterRoutes,
  addActivationCodeRoutes,
  addTermsRoutes,
  addPasswordRoutes,
  addProfileRoutes,
  addSecurityRoutes,
  addPasskeyRoutes,
  addSignedInRoutes,
  addFederationRoutes,
];

/** Pages of other areas that stand beside ours, for people who are signed in. */
export type AddPages = (scope: FastifyInstance, deps: PageDeps) => void;

/** Puts the pages for people below `/identity`, in a scope of their own: their body is a form, their errors are pages. */
export const addIdentityPages = (
  identity: FastifyInstance,
  given: IdentityPagesDeps,
  others: readonly AddPages[] = [],
): void => {
  const deps: PageDeps = { ...given, discoverIssuer: createIssuerDirectory(given.now) };
  // For what the provider answers too.
  addLanguage(identity);
  identity.register(async (scope) => {
    setErrorForm(scope, pageErrorForm, accountsConstraintRules);
    addFormParser(scope);
    // First of all, so that errors have the headers of a page too.
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(pageHeaders());
      if (request.method !== 'GET' && request.method !== 'HEAD') refuseCrossSite(request.headers, deps.publicUrl);
    });
    addAssetRoutes(scope);
    for (const add of [...routes, ...others]) add(scope, deps);
  });
};
