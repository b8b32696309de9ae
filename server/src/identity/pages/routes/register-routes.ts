import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type ActionContext,
  activateUser,
  findMissingTerms,
  findPendingActivation,
  type MissingTerms,
  type User,
} from '../../../accounts/index.ts';
import { findReturnUrl } from '../account/return-url.ts';
import { actingOf } from '../acting-of.ts';
import type { FormProblem } from '../html/form-problem.ts';
import type { Html } from '../html/html.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { answerForm, formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { renderMessage } from '../views/message-view.ts';
import { renderRegister } from '../views/register-view.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';
import { queryOf } from './query-of.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const textIn = (context: ActionContext, name: string): string | undefined => {
  const value = context[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** The service whose terms the invitation asks for. */
const serviceIn = (context: ActionContext): string | undefined => {
  const id = textIn(context, 'serviceId');
  return id !== undefined && uuid.test(id) ? id : undefined;
};

interface Registration {
  readonly user: User;
  readonly missing: readonly MissingTerms[];
  readonly serviceId: string | undefined;
  /** Where the person goes afterwards; undefined when the invitation names nothing that is allowed. */
  readonly returnUrl: string | undefined;
}

const openRegistration = async (deps: PageDeps, token: string): Promise<Registration> => {
  const { user, context } = await findPendingActivation(deps.database, { token });
  const serviceId = serviceIn(context);
  return {
    user,
    serviceId,
    missing: await findMissingTerms(deps.database, { userId: user.id, serviceId }),
    returnUrl: await findReturnUrl(deps.database, {
      returnUrl: textIn(context, 'returnUrl'),
      publicUrl: deps.publicUrl,
    }),
  };
};

/** Where an invitation leads (contract B12). Opening it changes nothing: mail programs look at links by themselves. */
export const addRegisterRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute('the link of an invitation is the credential');

  scope.get(
    '/register',
    options,
    async (request, reply) => await sendRegister(deps, reply, queryOf(request).token ?? ''),
  );

  scope.post('/register', options, async (request, reply) => {
    const form = formOf(request);
    const token = form.token ?? '';
    const registration = await openRegistration(deps, token);
    const { serviceId, returnUrl: leavesTo } = registration;
    const work = async () => {
      await activateUser(deps, actingOf(request), {
        token,
        password: requireField(form, 'password', 'Choose a password.'),
        passwordRepeat: form.passwordRepeat ?? '',
        profile: {
          firstName: requireField(form, 'firstName', 'Enter your first name.'),
          lastName: requireField(form, 'lastName', 'Enter your last name.'),
        },
        acceptPlatformTerms: form.acceptPlatformTerms === 'yes',
        acceptServiceTerms: form.acceptServiceTerms === 'yes',
        serviceId,
      });
      return leavesTo === undefined ? sendPage(reply, renderActivated()) : sendElsewhere(reply, leavesTo);
    };
    const showAgain = (problem: FormProblem) => renderRegister({ ...registration, token, form, problem });
    return await answerForm(reply, work, showAgain, { leavesTo });
  });
};

const renderActivated = (): Html =>
  renderMessage({
    title: say('Your account is ready'),
    text: say(
      'You can sign in now with your e-mail address and the new password, here or at the application that you were invited to.',
    ),
    isGood: true,
    link: { label: say('Sign in'), address: '/identity/security' },
  });

export const sendRegister = async (deps: PageDeps, reply: FastifyReply, token: string): Promise<FastifyReply> => {
  const registration = await openRegistration(deps, token);
  return sendPage(reply, renderRegister({ ...registration, token }), { leavesTo: registration.returnUrl });
};
