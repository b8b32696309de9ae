import type { FastifyInstance, FastifyReply } from 'fastify';
import { readPasswordState, type User } from '../../../accounts/index.ts';
import { inTransaction, type Transaction } from '../../../platform/database/index.ts';
import {
  confirmTotp,
  findPendingTotp,
  readFactors,
  relyingPartyOf,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from '../../factors/index.ts';
import { withAccount } from '../account/require-account.ts';
import { actingOf } from '../acting-of.ts';
import { endOtherSignIns } from '../end-other-sign-ins.ts';
import { html } from '../html/html.ts';
import { mailSecurityNotice, type SecurityEvent } from '../mails/mail-security-notice.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { answerForm, formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { renderEnrolTotp } from '../views/enrol-totp-view.ts';
import { renderRecoveryCodes } from '../views/recovery-codes-view.ts';
import { renderSecurity } from '../views/security-view.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';

export const securityPage = '/identity/security';
const renderBack = () => html`<div class="links"><a href="${securityPage}">${say('Back')}</a></div>`;

/** Tells the owner by mail, in the transaction of the change. */
export const noticeOf =
  (deps: PageDeps, user: User) =>
  async (transaction: Transaction, event: SecurityEvent): Promise<void> =>
    await mailSecurityNotice({ transaction, secretBox: deps.box }, { user, event, publicUrl: deps.publicUrl });

export const sendRecoveryCodes = (reply: FastifyReply, codes: readonly string[]): FastifyReply =>
  sendPage(
    reply,
    renderRecoveryCodes({ codes, next: html`<a class="button" href="${securityPage}">${say('I have kept them')}</a>` }),
  );

/** How one signs in. Whoever changes it must have shown who they are a short while ago: a forgotten session is not enough. */
export const addSecurityRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute('how one signs in');
  const fresh = { mustBeFresh: true, page: securityPage };

  scope.get(
    '/security',
    options,
    withAccount(deps, {}, async (_request, reply, { user }) =>
      sendPage(
        reply,
        renderSecurity({
          person: user,
          factors: await readFactors(deps.database, { userId: user.id }),
          hasPasskeys: relyingPartyOf(deps.publicUrl) !== undefined,
          passwordChangedAt: (await readPasswordState(deps.database, { userId: user.id }))?.changedAt,
        }),
      ),
    ),
  );

  scope.post(
    '/security/totp-start',
    options,
    withAccount(deps, fresh, async (_request, reply, { user }) => {
      await inTransaction(deps.database, (transaction) => startTotp({ transaction, box: deps.box }, { user }));
      return sendElsewhere(reply, `${securityPage}/totp`);
    }),
  );

  scope.get(
    '/security/totp',
    options,
    withAccount(deps, fresh, async (_request, reply, { user }) => {
      const enrolment = await findPendingTotp(deps, { user });
      if (enrolment === undefined) return sendElsewhere(reply, securityPage);
      const lead = say('From then on you are asked for a code of the app after your password.');
      return sendPage(reply, renderEnrolTotp({ action: `${securityPage}/totp`, enrolment, lead, links: renderBack() }));
    }),
  );

  scope.post(
    '/security/totp',
    options,
    withAccount(deps, fresh, async (request, reply, { user, sessionUid }) => {
      const enrolment = await findPendingTotp(deps, { user });
      if (enrolment === undefined) return sendElsewhere(reply, securityPage);
      const work = async () => {
        const code = requireField(formOf(request), 'code', 'Enter the code that the app shows.');
        const acting = actingOf(request, user.id);
        const codes = await confirmTotp(deps, acting, { userId: user.id, code });
        await inTransaction(deps.database, async (transaction) => {
          await noticeOf(deps, user)(transaction, 'totpAdded');
          await endOtherSignIns(transaction, { userId: user.id, exceptSessionUid: sessionUid });
        });
        return sendRecoveryCodes(reply, codes);
      };
      const lead = say('From then on you are asked for a code of the app after your password.');
      return await answerForm(reply, work, (problem) =>
        renderEnrolTotp({ action: `${securityPage}/totp`, enrolment, lead, links: renderBack(), problem }),
      );
    }),
  );

  scope.post(
    '/security/totp-remove',
    options,
    withAccount(deps, fresh, async (request, reply, { user, sessionUid }) => {
      await inTransaction(deps.database, async (transaction) => {
        if (!(await removeTotp(transaction, actingOf(request, user.id), { user }))) return;
        await noticeOf(deps, user)(transaction, 'totpRemoved');
        await endOtherSignIns(transaction, { userId: user.id, exceptSessionUid: sessionUid });
      });
      return sendElsewhere(reply, securityPage);
    }),
  );

  scope.post(
    '/security/recovery-codes',
    options,
    withAccount(deps, fresh, async (request, reply, { user }) => {
      const codes = await inTransaction(deps.database, async (transaction) => {
        await noticeOf(deps, user)(transaction, 'recoveryCodesMade');
        return await replaceRecoveryCodes(transaction, actingOf(request, user.id), { user });
      });
      return sendRecoveryCodes(reply, codes);
    }),
  );
};
