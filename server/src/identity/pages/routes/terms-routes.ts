import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findLatestTerms, findMissingTerms, type MissingTerms, type User } from '../../../accounts/index.ts';
import { withAccount } from '../account/require-account.ts';
import { findReturnUrl } from '../account/return-url.ts';
import { actingOf } from '../acting-of.ts';
import { addressOf } from '../address-of.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import type { PageDeps } from '../page-deps.ts';
import { answerForm, formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { takeTerms } from '../sign-in/take-terms.ts';
import { renderAcceptedTerms, renderTerms } from '../views/terms-view.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';
import { queryOf } from './query-of.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const link = (label: string, address: string): Html => html`<a class="button" href="${address}">${label}</a>`;

/** Where policies send people to accept what they have not (contract B11): the platform's terms, then the service's. */
export const addTermsRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute('the terms of use');
  const open = async (request: FastifyRequest, user: User) => {
    const { serviceId: given, returnUrl } = queryOf(request);
    const serviceId = given !== undefined && uuid.test(given) ? given.toLowerCase() : undefined;
    const missing: MissingTerms[] = await findMissingTerms(deps.database, { userId: user.id, serviceId });
    const next = await findReturnUrl(deps.database, { returnUrl, publicUrl: deps.publicUrl });
    return { serviceId, missing, next };
  };
  const show = (request: FastifyRequest, missing: MissingTerms, next: string | undefined, problem?: FormProblem) =>
    renderTerms({
      action: addressOf(request),
      missing,
      decline: html`<div class="links"><a href="${next ?? '/'}">${say('Not now')}</a></div>`,
      problem,
    });

  scope.get(
    '/terms',
    options,
    withAccount(deps, {}, async (request, reply, { user }) => {
      const { serviceId, missing, next } = await open(request, user);
      const [first] = missing;
      if (first !== undefined) return sendPage(reply, show(request, first, next), { leavesTo: next });
      const terms = (await findLatestTerms(deps.database, { serviceId })) ?? (await findLatestTerms(deps.database, {}));
      return sendPage(
        reply,
        renderAcceptedTerms({
          terms,
          next: next === undefined ? link(say('Go to the start page'), '/') : link(say('Continue'), next),
        }),
      );
    }),
  );

  scope.post(
    '/terms',
    options,
    withAccount(deps, {}, async (request, reply, { user }) => {
      const { missing, next } = await open(request, user);
      const [first, ...others] = missing;
      if (first === undefined) return sendElsewhere(reply, next ?? addressOf(request));
      const work = async () => {
        await takeTerms(deps, actingOf(request, user.id), { form: formOf(request), user, missing: first });
        return sendElsewhere(reply, others.length > 0 ? addressOf(request) : (next ?? addressOf(request)));
      };
      return await answerForm(reply, work, (problem) => show(request, first, next, problem), { leavesTo: next });
    }),
  );
};
