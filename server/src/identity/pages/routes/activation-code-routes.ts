import type { FastifyInstance } from 'fastify';
import { exchangeActivationCode, forgiveSignInTries, takeSignInTry } from '../../../accounts/index.ts';
import { actingOf } from '../acting-of.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { answerForm, formOf, sendPage } from '../send-page.ts';
import { renderActivationCode } from '../views/activation-code-view.ts';
import { pageRoute } from './page-route.ts';
import { sendRegister } from './register-routes.ts';

/** For invitations by code instead of a link (contract B12, B13): the code becomes the form that activates the account. */
export const addActivationCodeRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute('the code of an invitation is the credential');

  scope.get('/code', options, async (_request, reply) => sendPage(reply, renderActivationCode({ email: undefined })));

  scope.post('/code', options, async (request, reply) => {
    const form = formOf(request);
    const work = async () => {
      const email = requireField(form, 'email', 'Enter your e-mail address.').trim();
      const code = requireField(form, 'code', 'Enter the code.');
      const tried = { email: `activation ${email}`, address: request.ip };
      await takeSignInTry(deps.database, tried);
      const { token } = await exchangeActivationCode(deps, actingOf(request), { email, code });
      await forgiveSignInTries(deps.database, tried);
      // The token goes into the form, not into an address that browsers remember.
      return await sendRegister(deps, reply, token);
    };
    return await answerForm(reply, work, (problem) => renderActivationCode({ email: form.email, problem }));
  });
};
