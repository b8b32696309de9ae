import { randomUUID } from 'node:crypto';
import { type Ask, emptyList, noPage, type OperationCase, page, unknownId } from './operation-case.ts';
import type { World } from './world.ts';

const unknownTenant = { tenantId: unknownId };
const registration = () => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `${randomUUID()}@example.com`,
  options: { sendMail: false },
});
const notice = (world: World, type: number) => ({
  message: { name: 'News', content: 'There is news.', type },
  recipients: [world.administratorId],
  HighPriority: false,
});

/** The ways to a subscriber: by the one service of the application, and by the service of the path. */
const oneSubscriber = (method: string, at: (world: World, userId: string) => string): OperationCase['asks'] => {
  const body = method === 'PUT' ? { body: {} } : {};
  const success = method === 'GET' ? 200 : 204;
  return {
    [success]: async (world): Promise<Ask> => {
      const userId = method === 'DELETE' ? (await world.invite()).id : world.administratorId;
      return { path: at(world, userId), ...body };
    },
    400: (world) =>
      method === 'PUT'
        ? { path: at(world, world.administratorId), body: { role: 7 } }
        : { path: at(world, 'grace'), ...body },
    404: (world) => ({ path: at(world, unknownId), ...body }),
  };
};

const single = (_world: World, userId: string) => `/this/subscribers/${userId}`;
const named = ({ serviceId }: World, userId: string) => `/this/services/${serviceId}/subscribers/${userId}`;

const subscriberCases = ['GET', 'PUT', 'DELETE'].flatMap((method): OperationCase[] => {
  const body = method === 'PUT' ? { body: {} } : {};
  return [
    {
      operation: `${method} /this/subscribers/{userId}`,
      example: (world) => ({ path: single(world, world.person.id), ...body }),
      asks: {
        ...oneSubscriber(method, single),
        300: (world) => ({ path: single(world, world.administratorId), as: 'ambiguous', ...body }),
      },
    },
    {
      operation: `${method} /this/services/{serviceId}/subscribers/{userId}`,
      example: (world) => ({ path: named(world, world.person.id), ...body }),
      asks: oneSubscriber(method, named),
    },
  ];
});

export const thisCases: readonly OperationCase[] = [
  {
    operation: 'GET /this/services',
    example: () => ({ path: `/this/services${page}` }),
    asks: { 200: () => ({ path: `/this/services${page}` }), 400: () => ({ path: `/this/services${noPage}` }) },
    never: emptyList,
  },
  {
    operation: 'GET /this/subscribers',
    example: () => ({ path: `/this/subscribers${page}` }),
    asks: {
      200: () => ({ path: `/this/subscribers${page}` }),
      300: () => ({ path: `/this/subscribers${page}`, as: 'ambiguous' }),
      400: () => ({ path: '/this/subscribers' }),
      404: () => ({ path: `/this/subscribers${page}`, as: 'unlinked' }),
    },
  },
  ...subscriberCases,
  {
    operation: 'GET /this/services/{serviceId}/subscribers/{userId}/picture',
    example: (world) => ({ path: `${named(world, world.administratorId)}/picture` }),
    asks: {
      200: (world) => ({ path: `${named(world, world.administratorId)}/picture` }),
      400: (world) => ({ path: `${named(world, 'grace')}/picture` }),
      404: (world) => ({ path: `${named(world, world.person.id)}/picture` }),
    },
  },
  {
    operation: 'GET /this/services/{serviceId}/subscribers',
    example: ({ serviceId }) => ({ path: `/this/services/${serviceId}/subscribers${page}` }),
    asks: {
      200: ({ serviceId }) => ({ path: `/this/services/${serviceId}/subscribers${page}` }),
      400: ({ serviceId }) => ({ path: `/this/services/${serviceId}/subscribers${noPage}` }),
      404: () => ({ path: `/this/services/${unknownId}/subscribers${page}` }),
    },
  },
  {
    operation: 'GET /this/user/resolve({email})',
    example: () => ({ path: '/this/user/resolve(grace@example.com)' }),
    asks: {
      200: ({ person }) => ({ path: `/this/user/resolve(${person.email})` }),
      400: () => ({ path: '/this/user/resolve(grace)' }),
    },
    never: emptyList,
  },
  {
    operation: 'POST /this/user',
    example: () => ({ path: '/this/user', body: registration() }),
    asks: {
      200: () => ({ path: '/this/user', body: registration() }),
      400: () => ({ path: '/this/user', body: { ...registration(), email: 'grace' } }),
      404: () => ({ path: '/this/user', headers: unknownTenant, body: registration() }),
    },
  },
  {
    operation: 'POST /this/users',
    example: () => ({ path: '/this/users', body: [registration()] }),
    asks: {
      200: () => ({ path: '/this/users', body: [registration(), registration()] }),
      400: () => ({ path: '/this/users', body: [registration(), {}] }),
      404: () => ({ path: '/this/users', headers: unknownTenant, body: [registration()] }),
    },
  },
  {
    operation: 'POST /this/services/{serviceId}/notification',
    example: (world) => ({ path: `/this/services/${world.serviceId}/notification`, body: notice(world, 1) }),
    asks: {
      204: (world) => ({ path: `/this/services/${world.serviceId}/notification`, body: notice(world, 1) }),
      400: (world) => ({ path: `/this/services/${world.serviceId}/notification`, body: notice(world, 2) }),
      404: (world) => ({
        path: `/this/services/${world.serviceId}/notification`,
        headers: { channelId: unknownId },
        body: notice(world, 1),
      }),
    },
  },
  {
    operation: 'GET /this/services/{serviceId}/subscribers/{userId}/policy/validate()',
    example: (world) => ({ path: `${named(world, world.administratorId)}/policy/validate()` }),
    asks: {
      204: (world) => ({ path: `${named(world, world.administratorId)}/policy/validate()` }),
      400: (world) => ({
        path: `${named(world, world.administratorId)}/policy/validate()`,
        headers: { returnUrl: 'https://elsewhere.example.net/' },
      }),
      404: (world) => ({ path: `${named(world, unknownId)}/policy/validate()` }),
      406: async (world) => ({ path: `${named(world, (await world.invite()).id)}/policy/validate()` }),
    },
  },
  {
    operation: 'GET /this/administrators',
    example: () => ({ path: '/this/administrators' }),
    asks: {
      200: () => ({ path: '/this/administrators' }),
      400: () => ({ path: `/this/administrators${noPage}` }),
      403: () => ({ path: '/this/administrators', as: 'unlinked' }),
    },
    never: emptyList,
  },
  {
    operation: 'GET /this/services/{serviceId}/administrators',
    example: ({ serviceId }) => ({ path: `/this/services/${serviceId}/administrators` }),
    asks: {
      200: ({ serviceId }) => ({ path: `/this/services/${serviceId}/administrators` }),
      400: ({ serviceId }) => ({ path: `/this/services/${serviceId}/administrators${noPage}` }),
      404: () => ({ path: `/this/services/${unknownId}/administrators` }),
    },
  },
  {
    operation: 'GET /this/services/{serviceId}/administrators/{userId}',
    example: (world) => ({ path: `/this/services/${world.serviceId}/administrators/${world.administratorId}` }),
    asks: {
      200: (world) => ({ path: `/this/services/${world.serviceId}/administrators/${world.administratorId}` }),
      400: (world) => ({ path: `/this/services/${world.serviceId}/administrators/grace` }),
      404: (world) => ({ path: `/this/services/${world.serviceId}/administrators/${world.person.id}` }),
    },
  },
];
