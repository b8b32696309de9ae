import { Type } from 'typebox';
import { userOf } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { nextPageLink, pageParameter, pageSizeParameter } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { findMessage } from '../messages/find-message.ts';
import { countUnread, selectInbox } from '../messages/inbox-store.ts';
import { markAllRead } from '../messages/mark-all-read.ts';
import { markRead } from '../messages/mark-read.ts';
import { toMessage, toMessageReference } from '../messages/to-message.ts';
import { Message, MessageReference } from '../wire/messages.ts';

const tag = 'My';
/** As many as anybody reads; the rest is behind the link to the next page. */
const usualPageSize = 1_000;

const importantOnly = (what: string) =>
  Type.Object({
    importantOnly: Type.Optional(Type.Boolean({ description: `\`true\`: only ${what} important messages.` })),
  });
const params = Type.Object({ id: Type.String({ format: 'uuid' }) });

/** The notification center of the user. */
export const myMessageRoutes = (deps: DirectoryDeps, rule: Rule): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/my/messages/count',
    operationId: 'countMyMessages',
    tag,
    summary: 'Number of unread messages',
    rule,
    answers: { 200: { description: 'How many are unread.', schema: Type.Integer({ format: 'int32' }) } },
    handler: async ({ request }) => await countUnread(deps.database, userOf(request).userId),
  }),
  defineRoute({
    method: 'GET',
    path: '/my/messages',
    operationId: 'getMyMessages',
    tag,
    summary: 'Messages, the newest first',
    rule,
    query: Type.Object({
      all: Type.Boolean({ description: '`true` includes messages that were read.' }),
      page: Type.Optional(pageParameter),
      pageSize: Type.Optional(pageSizeParameter),
    }),
    headers: importantOnly('list'),
    answers: {
      200: {
        description: 'The messages.',
        schema: Type.Array(MessageReference),
        headers: { Link: 'The next page, where there are more messages (`rel="next"`).' },
      },
    },
    handler: async ({ query, headers, request, reply }) => {
      const { all, page = 0, pageSize = usualPageSize } = query;
      const entries = await selectInbox(deps.database, {
        userId: userOf(request).userId,
        all,
        importantOnly: headers.importantOnly ?? false,
        limit: pageSize + 1,
        skip: page * pageSize,
      });
      if (entries.length > pageSize) reply.header('link', nextPageLink(request.url, page, deps.publicUrl));
      return entries.slice(0, pageSize).map(toMessageReference);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/my/messages',
    operationId: 'markMyMessagesRead',
    tag,
    summary: 'Mark all unread messages as read',
    description: 'Messages that arrive after the request stay unread.',
    rule,
    headers: importantOnly('mark'),
    answers: { 204: { description: 'Marked as read.' } },
    handler: async ({ headers, request, reply }) =>
      await markAllRead(deps, {
        userId: userOf(request).userId,
        importantOnly: headers.importantOnly ?? false,
        elapsed: () => reply.elapsedTime,
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/my/messages/{id}',
    operationId: 'getMyMessage',
    tag,
    summary: 'One message with its content',
    rule,
    params,
    answers: { 200: { description: 'The message.', schema: Message } },
    handler: async ({ params: { id }, request }) =>
      toMessage(await findMessage(deps.database, { userId: userOf(request).userId, messageId: id })),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/my/messages/{id}',
    operationId: 'markMyMessageRead',
    tag,
    summary: 'Mark one message as read',
    rule,
    params,
    answers: { 204: { description: 'Marked as read.' } },
    handler: async ({ params: { id }, request }) =>
      await markRead(deps.database, { userId: userOf(request).userId, messageId: id }),
  }),
];
