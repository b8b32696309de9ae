import type { FastifyReply, FastifyRequest } from 'fastify';
import { findPicture } from '../../accounts/index.ts';
import { actingOf, tokenPrincipalOf } from '../../identity/authenticate/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { nextPageLink, type Paging } from '../../platform/http/wire/paging.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { findSubscriber } from '../subscriptions/find-subscriber.ts';
import { subscribe } from '../subscriptions/subscribe.ts';
import { selectSubscribersPage } from '../subscriptions/subscriber-list-store.ts';
import { isLive } from '../subscriptions/subscription.ts';
import { unsubscribe } from '../subscriptions/unsubscribe.ts';
import type { SubscriptionOptions } from '../wire/subscriptions.ts';
import { toProfilePicture } from '../wire/to-profile-picture.ts';
import { toUserReference } from '../wire/to-user-reference.ts';
import { askedTenant } from './seen-tenants.ts';
import { toSubscriptionReference } from './to-subscription-reference.ts';

/** Whose subscription a request is about. */
interface Asked {
  readonly serviceId: string;
  readonly userId: string;
  readonly tenantId: string | undefined;
}

/** The operations behind `/this/subscribers` and `/this/services/{serviceId}/subscribers`, which differ in the address. */
export const createSubscriberOperations = (deps: DirectoryDeps) => {
  const keyOf = (request: FastifyRequest, asked: Asked) => ({
    serviceId: asked.serviceId.toLowerCase(),
    userId: asked.userId.toLowerCase(),
    ...askedTenant(tokenPrincipalOf(request), asked.tenantId),
  });

  return {
    list: async (
      { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
      asked: Omit<Asked, 'userId'> & Paging,
    ) => {
      const { tenantId } = askedTenant(tokenPrincipalOf(request), asked.tenantId);
      const { page, pageSize } = asked;
      const users = await selectSubscribersPage(deps.database, {
        serviceId: asked.serviceId,
        tenantId,
        skip: page * pageSize,
        limit: pageSize + 1,
      });
      if (users.length > pageSize) reply.header('link', nextPageLink(request.url, page, deps.publicUrl));
      return users.slice(0, pageSize).map(toUserReference);
    },

    find: async (request: FastifyRequest, asked: Asked) =>
      toSubscriptionReference(await findSubscriber(deps.database, keyOf(request, asked))),

    put: async (request: FastifyRequest, asked: Asked, options: SubscriptionOptions | undefined) =>
      await subscribe(deps, actingOf(request), {
        ...keyOf(request, asked),
        role: options?.role,
        override: options?.overrideNotificationSettings,
      }),

    remove: async (request: FastifyRequest, asked: Asked, suppressNotification = false) =>
      await unsubscribe(deps, actingOf(request), { ...keyOf(request, asked), suppressNotification }),

    /** Contract X2: no subscription and no picture are the same to the caller. */
    picture: async (request: FastifyRequest, asked: Asked) => {
      // Without a header subscribers of every tenant count, and whoever is none is not found.
      const anywhere = asked.tenantId === undefined ? { tenantId: null, seesTenant: false } : {};
      const key = { ...keyOf(request, asked), ...anywhere };
      const { user, subscription } = await findSubscriber(deps.database, key);
      if (!isLive(subscription)) throw new AppError('notFound', 'picture.not-found', 'The user has no picture.');
      return toProfilePicture(
        await findPicture(deps.database, { userId: user.id, scope: { tenantId: user.tenantId } }),
      );
    },
  };
};
