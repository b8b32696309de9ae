import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changePassword, readPasswordState } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { withAccount } from '../account/require-account.ts';
import { findReturnUrl } from '../account/return-url.ts';
import { actingOf } from '../acting-of.ts';
import { addressOf } from '../address-of.ts';
import { deleteSignInsOfUser } from '../end-sign-ins-store.ts';
import { mailSecurityNotice } from '../mails/mail-security-notice.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { answerForm, formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { renderChangePassword } from '../views/change-password-view.ts';
import { renderMessage } from '../views/message-view.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';
import { queryOf } from './query-of.ts';

/** One's own password; also where policies send people whose password is too old (contract B11). */
export const addPasswordRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute("one's own password");
  const findNext = async (request: FastifyRequest) =>
    await findReturnUrl(deps.database, { returnUrl: queryOf(request).returnUrl, publicUrl: deps.publicUrl });

  scope.get(
    '/password',
    options,
    withAccount(deps, {}, async (request, reply, { user }) => {
      const next = await findNext(request);
      if ((await readPasswordState(deps.database, { userId: user.id })) === undefined) {
        const text = say(
          'Your account has no password here: you sign in at your own organisation, and change it there.',
        );
        const link =
          next === undefined
            ? { label: say('Go to the start page'), address: '/' }
            : { label: say('Back to the application'), address: next };
        return sendPage(reply, renderMessage({ title: say('No password here'), text, link }));
      }
      const page = renderChangePassword({ action: addressOf(request), person: user, back: next ?? '/' });
      return sendPage(reply, page, { leavesTo: next });
    }),
  );

  scope.post(
    '/password',
    options,
    withAccount(deps, {}, async (request, reply, { user, sessionUid, renew }) => {
      const form = formOf(request);
      const next = await findNext(request);
      const work = async () => {
        await changePassword(deps, actingOf(request, user.id), {
          userId: user.id,
          oldPassword: requireField(form, 'oldPassword', 'Enter your present password.'),
          newPassword: requireField(form, 'newPassword', 'Choose a new password.'),
          newPasswordRepeat: form.newPasswordRepeat ?? '',
          address: request.ip,
        });
        await inTransaction(deps.database, async (transaction) => {
          await deleteSignInsOfUser(transaction, user.id, sessionUid);
          const event = 'passwordChanged' as const;
          await mailSecurityNotice({ transaction, secretBox: deps.box }, { user, event, publicUrl: deps.publicUrl });
        });
        const state = await readPasswordState(deps.database, { userId: user.id });
        if (state !== undefined) await renew(state.now);
        if (next !== undefined) return sendElsewhere(reply, next);
        const text = say('You are signed out everywhere else.');
        const link = { label: say('Go to the start page'), address: '/' };
        return sendPage(reply, renderMessage({ title: say('Your password is changed'), text, isGood: true, link }));
      };
      return await answerForm(
        reply,
        work,
        (problem) => renderChangePassword({ action: addressOf(request), person: user, back: next ?? '/', problem }),
        { leavesTo: next },
      );
    }),
  );
};
