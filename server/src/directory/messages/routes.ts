import { Type } from 'typebox';
import { actingOf, linkedApplication } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { withFailures } from '../my/with-failures.ts';
import { NotificationMessage } from '../wire/messages.ts';
import { readNotification } from './read-notification.ts';
import { sendNotification } from './send-notification.ts';

/** Notifications that a service sends to its subscribers. */
export const notificationRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const authenticate = deps.authenticator.keyAndToken;
  return [
    defineRoute({
      method: 'POST',
      path: '/this/services/{serviceId}/notification',
      operationId: 'sendNotification',
      tag: 'This',
      summary: 'Send a notification to subscribers of a service',
      description: `To the notification center (\`type\` 1) or by e-mail (\`type\` 3). Without \`recipients\` it goes to all subscribers who
have not switched the channel off; of the given users to those who subscribe. A message with an \`id\` reaches everybody
once, however often it is sent.`,
      rule: linkedApplication({ authenticate, database: deps.database }, { needs: 'manage', parameter: 'serviceId' }),
      params: Type.Object({ serviceId: Type.String({ format: 'uuid' }) }),
      headers: Type.Object({
        channelId: Type.Optional(
          Type.String({ description: "The channel of the service; without it, the service's default channel." }),
        ),
        'Idempotency-Key': Type.Optional(
          Type.String({
            description: 'For messages without an `id`: sent again with the same key, they reach nobody twice.',
          }),
        ),
      }),
      body: NotificationMessage,
      answers: {
        204: { description: 'The notification is on its way.' },
        404: { description: 'The application is linked to no such service, or the service has no such channel.' },
      },
      handler: async ({ params, headers, body, request }) => {
        const notification = readNotification(body, headers['Idempotency-Key']);
        const { channelId } = headers;
        await sendNotification(deps, actingOf(request), {
          serviceId: params.serviceId.toLowerCase(),
          channelId,
          notification,
        });
      },
    }),
  ].map(withFailures);
};
