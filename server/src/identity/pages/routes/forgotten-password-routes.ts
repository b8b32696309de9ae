import type { FastifyInstance } from 'fastify';
import { findPendingReset, resetPassword, takeSignInTry } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { actingOf } from '../acting-of.ts';
import { addressOf } from '../address-of.ts';
import { behindTheAnswer } from '../behind-the-answer.ts';
import { deleteSignInsOfUser } from '../end-sign-ins-store.ts';
import { mailPasswordResetJob } from '../mail-password-reset-job.ts';
import { mailSecurityNotice } from '../mails/mail-security-notice.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { answerForm, formOf, sendPage } from '../send-page.ts';
import { renderForgottenPassword, renderLinkSent } from '../views/forgotten-password-view.ts';
import { renderMessage } from '../views/message-view.ts';
import { renderResetPassword } from '../views/reset-password-view.ts';
import { currentLanguage } from '../words/language.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';
import { queryOf } from './query-of.ts';

/** The sign-in that the person comes from, to which the page leads back. */
const backTo = (signIn: string | undefined): string | undefined =>
  signIn !== undefined && /^[\w-]{10,100}$/.test(signIn) ? `/identity/interaction/${signIn}` : undefined;

export const addForgottenPasswordRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute('a forgotten password');

  scope.get('/forgotten', options, async (request, reply) => {
    const { signIn } = queryOf(request);
    return sendPage(
      reply,
      renderForgottenPassword({ action: addressOf(request), email: undefined, back: backTo(signIn) }),
    );
  });

  scope.post('/forgotten', options, async (request, reply) => {
    const back = backTo(queryOf(request).signIn);
    const form = formOf(request);
    const work = async () => {
      const email = requireField(form, 'email', 'Enter your e-mail address.').trim().slice(0, 320);
      // Counted apart from tries to sign in: nobody shuts another out by asking for links, or floods a mailbox with them.
      await takeSignInTry(deps.database, { email: `reset ${email}`, address: request.ip });
      const payload = { email, supportCode: request.id, ipAddress: request.ip, language: currentLanguage() };
      await enqueue(deps.database, mailPasswordResetJob, payload, behindTheAnswer());
      return sendPage(reply, renderLinkSent({ email, back }));
    };
    return await answerForm(reply, work, (problem) =>
      renderForgottenPassword({ action: addressOf(request), email: form.email, back, problem }),
    );
  });

  // Opening the link changes nothing: mail programs look at links by themselves.
  scope.get('/reset', options, async (request, reply) => {
    const { token = '' } = queryOf(request);
    await findPendingReset(deps.database, { token });
    return sendPage(reply, renderResetPassword({ token }));
  });

  scope.post('/reset', options, async (request, reply) => {
    const form = formOf(request);
    const token = form.token ?? '';
    const work = async () => {
      const password = requireField(form, 'password', 'Choose a new password.');
      if (password !== form.passwordRepeat) throw repeatDiffers();
      const user = await resetPassword(deps, actingOf(request), { token, password });
      await inTransaction(deps.database, async (transaction) => {
        await deleteSignInsOfUser(transaction, user.id, undefined);
        const event = 'passwordChanged' as const;
        await mailSecurityNotice({ transaction, secretBox: deps.box }, { user, event, publicUrl: deps.publicUrl });
      });
      return sendPage(
        reply,
        renderMessage({
          title: say('Your password is changed'),
          text: say(
            'Sign in with the new one. If you were signing in to an application, go back there and start again.',
          ),
          isGood: true,
          link: { label: say('Sign in'), address: '/identity/security' },
        }),
      );
    };
    return await answerForm(reply, work, (problem) => renderResetPassword({ token, problem }));
  });
};

const repeatDiffers = (): AppError => {
  const message = 'The two spellings of the new password differ.';
  return new AppError('invalid', 'password.repeat-differs', message, {
    details: [{ in: 'body', path: '/passwordRepeat', message }],
  });
};
