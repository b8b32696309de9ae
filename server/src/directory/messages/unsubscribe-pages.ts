import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addLanguage, sendPage } from '../../identity/pages/index.ts';
import { anyone } from '../../platform/authorization/rule.ts';
import type { Database } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { selectChannelTitle } from './channel-preference-store.ts';
import { unsubscribe } from './unsubscribe.ts';
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts';
import { askView, doneView, unknownView } from './unsubscribe-view.ts';

export interface UnsubscribeDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
}

const config = { rule: anyone('the link in the mail is the credential'), isPage: true } as const;

/** The page behind the link of a mail, and the same address for mail programs that do it with one click (RFC 8058). */
export const addUnsubscribePages = (app: FastifyInstance, deps: UnsubscribeDeps): void => {
  app.register(async (scope) => {
    addLanguage(scope);
    // What is posted says nothing that the address does not say.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (_request: FastifyRequest, body: Readable) => void body.resume());

    scope.get<{ Params: { token: string } }>(`${unsubscribePath}/:token`, { config }, async (request, reply) => {
      const known = readUnsubscribeToken(deps.secretBox, request.params.token);
      const title = known === undefined ? undefined : await selectChannelTitle(deps.database, known.channelId);
      return title === undefined ? sendPage(reply, unknownView(), { status: 404 }) : sendPage(reply, askView(title));
    });

    scope.post<{ Params: { token: string } }>(`${unsubscribePath}/:token`, { config }, async (request, reply) => {
      const known = readUnsubscribeToken(deps.secretBox, request.params.token);
      const title = known === undefined ? undefined : await selectChannelTitle(deps.database, known.channelId);
      if (known === undefined || title === undefined) return sendPage(reply, unknownView(), { status: 404 });
      const isDone = await unsubscribe(deps, { ...known, supportCode: request.id, ipAddress: request.ip });
      return isDone ? sendPage(reply, doneView(title)) : sendPage(reply, unknownView(), { status: 404 });
    });
  });
};
