import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changeProfile, formatName } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { withAccount } from '../account/require-account.ts';
import { findReturnUrl } from '../account/return-url.ts';
import { actingOf } from '../acting-of.ts';
import { addressOf } from '../address-of.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { answerForm, formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { renderMessage } from '../views/message-view.ts';
import { renderProfile } from '../views/profile-view.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';
import { queryOf } from './query-of.ts';

/** What others see of oneself: where `profilePageUrl` of the services API leads. */
export const addProfileRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute("one's own profile");
  const findNext = async (request: FastifyRequest) =>
    await findReturnUrl(deps.database, { returnUrl: queryOf(request).returnUrl, publicUrl: deps.publicUrl });

  scope.get(
    '/profile',
    options,
    withAccount(deps, {}, async (request, reply, { user }) => {
      const next = await findNext(request);
      const displayName = user.displayName === formatName(user, user.email) ? '' : user.displayName;
      const { firstName, lastName, countryCode, language } = user;
      const values = { firstName, lastName, displayName, countryCode: countryCode ?? '', language: language ?? '' };
      return sendPage(reply, renderProfile({ action: addressOf(request), user, values, back: next }), {
        leavesTo: next,
      });
    }),
  );

  scope.post(
    '/profile',
    options,
    withAccount(deps, {}, async (request, reply, { user }) => {
      const next = await findNext(request);
      const form = formOf(request);
      const {
        firstName = '',
        lastName = '',
        displayName = '',
        countryCode = '',
        language = user.language ?? '',
      } = form;
      const values = { firstName, lastName, displayName, countryCode, language };
      const work = async () => {
        requireField(form, 'lastName', 'Enter your last name.');
        const input = { userId: user.id, scope: { tenantId: user.tenantId }, changes: values };
        await inTransaction(deps.database, (t) => changeProfile(t, actingOf(request, user.id), input));
        if (next !== undefined) return sendElsewhere(reply, next);
        const link = { label: say('Go to the start page'), address: '/' };
        const text = say('Others see it from now on.');
        return sendPage(reply, renderMessage({ title: say('Your profile is saved'), text, isGood: true, link }));
      };
      return await answerForm(
        reply,
        work,
        (problem) => renderProfile({ action: addressOf(request), user, values, back: next, problem }),
        { leavesTo: next },
      );
    }),
  );
};
