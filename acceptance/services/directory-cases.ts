import { randomUUID } from 'node:crypto';
import {
  type Ask,
  emptyList,
  noPage,
  nothingToGetWrong,
  nothingToLookUp,
  type OperationCase,
  page,
  unknownId,
} from './operation-case.ts';
import type { World } from './world.ts';

/** Reading something by its id in the path: there, misspelt, not there, and by somebody without the role. */
const reading = (
  operation: string,
  at: (world: World, id: string) => string,
  known: (world: World) => string,
): OperationCase => ({
  operation,
  example: (world) => ({ path: at(world, known(world)) }),
  asks: {
    200: (world) => ({ path: at(world, known(world)) }),
    400: (world) => ({ path: at(world, 'first') }),
    403: (world) => ({ path: at(world, known(world)), as: 'person' }),
    404: (world) => ({ path: at(world, unknownId) }),
  },
});

const companyOf = ({ companyId }: World) => companyId;
const serviceOf = ({ serviceId }: World) => serviceId;
const administratorOf = ({ administratorId }: World) => administratorId;
const containers = ({ serviceId }: World) => `/directory/services/${serviceId}/datacontainers`;

const readings: readonly OperationCase[] = [
  reading('GET /directory/companies/{id}', (_, id) => `/directory/companies/${id}`, companyOf),
  reading('GET /directory/companies/{id}/users', (_, id) => `/directory/companies/${id}/users${page}`, companyOf),
  reading('GET /directory/services/{id}', (_, id) => `/directory/services/${id}`, serviceOf),
  reading('GET /directory/services/{id}/children', (_, id) => `/directory/services/${id}/children`, serviceOf),
  reading('GET /directory/services/{id}/users', (_, id) => `/directory/services/${id}/users`, serviceOf),
  reading('GET /directory/services/{id}/subscribers', (_, id) => `/directory/services/${id}/subscribers`, serviceOf),
  reading(
    'GET /directory/services/{serviceId}/administrators/{userId}',
    ({ serviceId }, id) => `/directory/services/${serviceId}/administrators/${id}`,
    administratorOf,
  ),
  reading(
    'GET /directory/services/{serviceId}/datacontainers',
    (_, id) => `/directory/services/${id}/datacontainers`,
    serviceOf,
  ),
  reading('GET /directory/users/{userid}', (_, id) => `/directory/users/${id}`, administratorOf),
  reading('GET /directory/users/{userid}/companies', (_, id) => `/directory/users/${id}/companies`, administratorOf),
  reading(
    'GET /directory/users/{userid}/services',
    (_, id) => `/directory/users/${id}/services${id === 'first' ? noPage : page}`,
    administratorOf,
  ),
  reading(
    'GET /directory/users/{userid}/services/{serviceId}',
    ({ serviceId }, id) => `/directory/users/${id}/services/${serviceId}`,
    administratorOf,
  ),
  reading('GET /directory/users/{userId}/resync/all', (_, id) => `/directory/users/${id}/resync/all`, administratorOf),
];

const changeEmail = (id: string, newAddress: string): Ask => ({
  path: `/directory/users/${id}/change/email`,
  body: { newAddress },
});

const others: readonly OperationCase[] = [
  {
    operation: 'PUT /directory/services/{serviceId}/datacontainers/{id}',
    example: (world) => ({ path: `${containers(world)}/${unknownId}?name=orders` }),
    asks: {
      200: (world) => ({ path: `${containers(world)}/${randomUUID()}?name=more` }),
      400: (world) => ({ path: `${containers(world)}/${randomUUID()}` }),
      403: (world) => ({ path: `${containers(world)}/${randomUUID()}?name=orders`, as: 'person' }),
      404: () => ({ path: `/directory/services/${unknownId}/datacontainers/${randomUUID()}?name=more` }),
    },
  },
  {
    operation: 'DELETE /directory/services/{serviceId}/datacontainers/{id}',
    example: (world) => ({ path: `${containers(world)}/${unknownId}` }),
    asks: {
      204: async (world) => ({ path: `${containers(world)}/${await world.addContainer()}` }),
      400: (world) => ({ path: `${containers(world)}/first` }),
      404: () => ({ path: `/directory/services/${unknownId}/datacontainers/${randomUUID()}` }),
    },
  },
  {
    operation: 'POST /directory/users',
    example: () => ({ path: '/directory/users', body: [] }),
    asks: {
      200: ({ person }) => ({ path: '/directory/users', body: [person.id, unknownId] }),
      400: () => ({ path: '/directory/users', body: ['grace'] }),
      403: () => ({ path: '/directory/users', body: [], as: 'person' }),
    },
    never: emptyList,
  },
  {
    operation: 'GET /directory/users/by/email',
    example: () => ({ path: '/directory/users/by/email?email=grace@example.com' }),
    asks: {
      200: ({ person }) => ({ path: `/directory/users/by/email?email=${person.email}` }),
      400: () => ({ path: '/directory/users/by/email' }),
      403: () => ({ path: '/directory/users/by/email?email=grace@example.com', as: 'person' }),
    },
    never: emptyList,
  },
  {
    operation: 'DELETE /directory/users/{userid}',
    example: () => ({ path: `/directory/users/${unknownId}` }),
    asks: {
      204: async (world) => ({ path: `/directory/users/${(await world.invite()).id}` }),
      400: () => ({ path: '/directory/users/first' }),
      403: ({ person }) => ({ path: `/directory/users/${person.id}`, as: 'person' }),
      404: () => ({ path: `/directory/users/${unknownId}` }),
    },
  },
  {
    operation: 'POST /directory/users/{userId}/change/email',
    example: ({ person }) => changeEmail(person.id, person.email),
    asks: {
      204: async (world) => changeEmail((await world.invite()).id, `${randomUUID()}@example.org`),
      400: ({ person }) => changeEmail(person.id, 'grace'),
      403: ({ person }) => ({ ...changeEmail(person.id, person.email), as: 'person' }),
      404: () => changeEmail(unknownId, `${randomUUID()}@example.org`),
    },
  },
  {
    operation: 'GET /Status',
    // What it says is remembered: only a caller whom the server has not met yet makes it look something up.
    example: () => ({ path: '/Status', as: 'unseen' }),
    asks: { 200: () => ({ path: '/Status' }) },
    never: { ...nothingToGetWrong, ...nothingToLookUp },
  },
  {
    operation: 'GET /cache/invalidate/{id}',
    example: () => ({ path: `/cache/invalidate/${unknownId}` }),
    asks: {
      204: () => ({ path: `/cache/invalidate/${unknownId}` }),
      400: () => ({ path: '/cache/invalidate/first' }),
      403: () => ({ path: `/cache/invalidate/${unknownId}`, as: 'person' }),
    },
    never: { 404: 'what nobody remembers is forgotten already' },
  },
];

export const directoryCases: readonly OperationCase[] = [...readings, ...others];
