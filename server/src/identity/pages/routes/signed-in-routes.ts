import type { FastifyInstance } from 'fastify';
import { isOwnPage } from '../account/open-account.ts';
import type { PageDeps } from '../page-deps.ts';
import { sendElsewhere, sendPage } from '../send-page.ts';
import { renderMessage } from '../views/message-view.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';
import { queryOf } from './query-of.ts';

/** Where a sign-in for one of our own pages ends: the session is there, the code is not needed, the page is. */
export const addSignedInRoutes = (scope: FastifyInstance, _deps: PageDeps): void => {
  scope.get('/signed-in', pageRoute('the way back from a sign-in'), async (request, reply) => {
    const { error, state = '' } = queryOf(request);
    if (error === undefined && isOwnPage(state)) return sendElsewhere(reply, state);
    const link = { label: say('Go to the start page'), address: '/' };
    const text = say(
      error === undefined ? 'You are signed in.' : 'You are not signed in, so the page cannot be shown.',
    );
    const title = say(error === undefined ? 'Signed in' : 'Not signed in');
    return sendPage(reply, renderMessage({ title, text, link }));
  });
};
