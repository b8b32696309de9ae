import { Type } from 'typebox';
import { actingOf, userOf } from '../../identity/authenticate/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, noContent, pathIds } from '../wire/schemas.ts';

const tag = 'My channels';

const preferenceSchema = Type.Object(
  {
    channelId: id,
    channelName: Type.String(),
    serviceId: id,
    serviceName: Type.String(),
    notificationCenter: Type.Boolean({ description: 'Messages are shown in the notification center.' }),
    email: Type.Boolean({ description: 'Messages come by e-mail too, where the service sends them so.' }),
  },
  { title: 'ChannelPreference' },
);

/** What the signed-in user wants to hear of the services that he uses. */
export const createChannelPreferenceRoutes = (deps: RouteDeps): readonly AnyRoute[] => [
  defineRoute({
    method: 'GET',
    path: '/me/channels',
    operationId: 'listMyChannels',
    tag,
    summary: 'Channels of the services that the signed-in user uses, with what is wanted of each.',
    rule: deps.rules.signedInUser,
    query: Type.Object(pageQuery),
    answers: { 200: { description: 'A page of channels, by service and name.', schema: pageOf(preferenceSchema) } },
    handler: async ({ query, request }) =>
      cutPage(readPage(query), await deps.directory.listChannelPreferences(deps.database, userOf(request))),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/me/channels/{channelId}',
    operationId: 'changeMyChannel',
    tag,
    summary: 'Switches messages of a channel on or off.',
    rule: deps.rules.signedInUser,
    params: pathIds('channelId'),
    body: Type.Object(
      { notificationCenter: Type.Optional(Type.Boolean()), email: Type.Optional(Type.Boolean()) },
      { title: 'ChannelPreferenceChanges', description: 'Absent members stay as they are.' },
    ),
    answers: { 204: noContent },
    handler: async ({ params, body, request }) => {
      const input = { ...body, ...params, userId: userOf(request).userId };
      await inTransaction(deps.database, (t) => deps.directory.setChannelPreference(t, actingOf(request), input));
    },
  }),
];
