import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../accounts/index.ts';
import {
  type AddPages,
  actingOf,
  addressOf,
  answerForm,
  findReturnUrl,
  type PageDeps,
  pageRoute,
  queryOf,
  renderMessage,
  say,
  sendElsewhere,
  sendPage,
  withAccount,
} from '../../identity/pages/index.ts';
import { askForSubscription } from '../subscriptions/ask-for-subscription.ts';
import { selectCatalogEntry } from './catalog-store.ts';
import { renderCatalogEntry } from './catalog-view.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Where policies send people who do not subscribe to a service (contract B11): what it is, and the way in where people may
 * take it by themselves. Then back to the application.
 */
export const addCatalogPages: AddPages = (scope, deps) => {
  const options = pageRoute('a service of the catalog');
  const path = '/catalog/:serviceId';

  scope.get(
    path,
    options,
    withAccount(deps, {}, async (request, reply, { user }) => {
      const { service, next } = await open(deps, request, user);
      if (service === undefined) return sendMissing(reply, next);
      const page = renderCatalogEntry({ action: addressOf(request), person: user, service, next });
      return sendPage(reply, page, { leavesTo: next });
    }),
  );

  scope.post(
    path,
    options,
    withAccount(deps, {}, async (request, reply, { user }) => {
      const { service, next } = await open(deps, request, user);
      if (service === undefined) return sendMissing(reply, next);
      const action = addressOf(request);
      const work = async () => {
        const wish = { serviceId: service.id, user: { id: user.id, tenantId: user.tenantId } };
        await askForSubscription({ ...deps, secretBox: deps.box }, actingOf(request, user.id), wish);
        return sendElsewhere(reply, next === undefined || service.approvalNeeded ? action : next);
      };
      return await answerForm(
        reply,
        work,
        (problem) => renderCatalogEntry({ action, person: user, service, next, problem }),
        { leavesTo: next },
      );
    }),
  );
};

const open = async (deps: PageDeps, request: FastifyRequest, user: User) => {
  const { serviceId } = request.params as { readonly serviceId: string };
  const { returnUrl } = queryOf(request);
  const service = uuid.test(serviceId)
    ? await selectCatalogEntry(deps.database, serviceId.toLowerCase(), user)
    : undefined;
  return { service, next: await findReturnUrl(deps.database, { returnUrl, publicUrl: deps.publicUrl }) };
};

const sendMissing = (reply: FastifyReply, next: string | undefined): FastifyReply => {
  const text = say('It was removed, or people of your organisation cannot see it. Ask those who run it for access.');
  const link =
    next === undefined
      ? { label: say('Go to the start page'), address: '/' }
      : { label: say('Back to the application'), address: next };
  return sendPage(reply, renderMessage({ title: say('There is no such service for you'), text, link }), {
    status: 404,
  });
};
