import { Type } from 'typebox';
import { actingOf } from '../../identity/authenticate/index.ts';
import { readService } from '../../identity/services/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { Channel } from '../directory-operations.ts';
import type { RouteDeps } from '../portal-deps.ts';
import { createOnce } from '../wire/create-once.ts';
import { cutPage, pageOf, pageQuery, readPage } from '../wire/page.ts';
import { id, idempotencyHeaders, noContent, nullable, pathIds, text } from '../wire/schemas.ts';

const tag = 'Channels';
const path = '/projects/{projectId}/services/{serviceId}/channels';

const channelSchema = Type.Object(
  {
    id,
    name: Type.String(),
    description: Type.String(),
    default: Type.Boolean({ description: 'Where a notification goes that names no channel.' }),
  },
  { title: 'Channel' },
);
const channelWords = Type.Object(
  { name: text(100), description: Type.Optional(nullable(text(1_000))) },
  { title: 'ChannelWords' },
);

const toChannel = ({ id, name, description, isDefault }: Channel) => ({ id, name, description, default: isDefault });

/** Streams of messages of a service, which its readers may switch off one by one (contract B14). */
export const createChannelRoutes = (deps: RouteDeps): readonly AnyRoute[] => {
  /** Runs on a service that the project has; one of another project is not found. */
  const onService = async <Result>(
    { projectId, serviceId }: { readonly projectId: string; readonly serviceId: string },
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> =>
    await inTransaction(deps.database, async (transaction) => {
      await readService(transaction, { serviceId, scope: { projectId } });
      return await work(transaction);
    });
  const params = pathIds('projectId', 'serviceId', 'channelId');
  return [
    defineRoute({
      method: 'GET',
      path,
      operationId: 'listChannels',
      tag,
      summary: 'Channels of a service: the default one, then by name.',
      rule: deps.rules.projectMember('reader'),
      params: pathIds('projectId', 'serviceId'),
      query: Type.Object(pageQuery),
      answers: { 200: { description: 'A page of channels.', schema: pageOf(channelSchema) } },
      handler: async ({ params, query }) => {
        const window = readPage(query);
        const channels = await onService(params, (transaction) => deps.directory.listChannels(transaction, params));
        return cutPage(window, channels.map(toChannel));
      },
    }),
    defineRoute({
      method: 'POST',
      path,
      operationId: 'createChannel',
      tag,
      summary: 'Adds a channel to a service.',
      rule: deps.rules.projectMember('contributor'),
      params: pathIds('projectId', 'serviceId'),
      headers: idempotencyHeaders,
      body: channelWords,
      answers: { 201: { description: 'The channel.', schema: channelSchema } },
      handler: async (input) =>
        await createOnce(deps, input, async (transaction) => {
          const { projectId, serviceId } = input.params;
          await readService(transaction, { serviceId, scope: { projectId } });
          const words = { ...input.body, serviceId };
          return toChannel(await deps.directory.createChannel(transaction, actingOf(input.request), words));
        }),
    }),
    defineRoute({
      method: 'PUT',
      path: `${path}/{channelId}`,
      operationId: 'changeChannel',
      tag,
      summary: 'Gives a channel another name and description.',
      rule: deps.rules.projectMember('contributor'),
      params,
      body: channelWords,
      answers: { 200: { description: 'The channel.', schema: channelSchema } },
      handler: async ({ params, body, request }) =>
        toChannel(
          await onService(params, (transaction) =>
            deps.directory.changeChannel(transaction, actingOf(request), { ...body, ...params }),
          ),
        ),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${path}/{channelId}`,
      operationId: 'deleteChannel',
      tag,
      summary: 'Deletes a channel with its messages. The default channel stays.',
      rule: deps.rules.projectMember('contributor'),
      params,
      answers: { 204: noContent },
      handler: async ({ params, request }) =>
        await onService(params, (transaction) => deps.directory.deleteChannel(transaction, actingOf(request), params)),
    }),
  ];
};
