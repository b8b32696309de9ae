import { emptyList, nothingToGetWrong, nothingToLookUp, type OperationCase, unknownId } from './operation-case.ts';

const foreign = { returnUrl: 'https://elsewhere.example.net/' };

export const myCases: readonly OperationCase[] = [
  {
    operation: 'GET /my/profile',
    example: () => ({ path: '/my/profile' }),
    asks: { 200: () => ({ path: '/my/profile' }) },
    never: { ...nothingToGetWrong, ...nothingToLookUp },
  },
  {
    operation: 'GET /my/picture',
    example: () => ({ path: '/my/picture' }),
    asks: { 200: () => ({ path: '/my/picture' }), 404: () => ({ path: '/my/picture', as: 'person' }) },
    never: nothingToGetWrong,
  },
  {
    operation: 'GET /my/messages/count',
    example: () => ({ path: '/my/messages/count' }),
    asks: { 200: () => ({ path: '/my/messages/count' }) },
    never: { ...nothingToGetWrong, ...nothingToLookUp },
  },
  {
    operation: 'GET /my/messages',
    example: () => ({ path: '/my/messages?all=true' }),
    asks: {
      200: () => ({ path: '/my/messages?all=true', headers: { importantOnly: 'true' } }),
      400: () => ({ path: '/my/messages' }),
    },
    never: emptyList,
  },
  {
    operation: 'PATCH /my/messages',
    example: () => ({ path: '/my/messages' }),
    asks: {
      204: () => ({ path: '/my/messages', as: 'person' }),
      400: () => ({ path: '/my/messages', headers: { importantOnly: 'perhaps' } }),
    },
    never: nothingToLookUp,
  },
  {
    operation: 'GET /my/messages/{id}',
    example: ({ messageId }) => ({ path: `/my/messages/${messageId}` }),
    asks: {
      200: ({ messageId }) => ({ path: `/my/messages/${messageId}` }),
      400: () => ({ path: '/my/messages/first' }),
      404: () => ({ path: `/my/messages/${unknownId}` }),
    },
  },
  {
    operation: 'PATCH /my/messages/{id}',
    example: ({ messageId }) => ({ path: `/my/messages/${messageId}` }),
    asks: {
      204: ({ messageId }) => ({ path: `/my/messages/${messageId}` }),
      400: () => ({ path: '/my/messages/first' }),
      404: ({ messageId }) => ({ path: `/my/messages/${messageId}`, as: 'person' }),
    },
  },
  {
    operation: 'GET /my/companies',
    example: () => ({ path: '/my/companies' }),
    asks: { 200: () => ({ path: '/my/companies' }) },
    never: { ...nothingToGetWrong, ...emptyList },
  },
  ...['services', 'widgets'].map(
    (what): OperationCase => ({
      operation: `GET /my/${what}`,
      example: () => ({ path: `/my/${what}` }),
      asks: {
        200: () => ({ path: `/my/${what}` }),
        400: () => ({ path: `/my/${what}`, headers: { tenantId: 'ours' } }),
      },
      never: emptyList,
    }),
  ),
  {
    operation: 'GET /my/policies/{serviceId}/validate()',
    example: ({ serviceId }) => ({ path: `/my/policies/${serviceId}/validate()` }),
    asks: {
      204: ({ serviceId }) => ({ path: `/my/policies/${serviceId}/validate()` }),
      400: ({ serviceId }) => ({ path: `/my/policies/${serviceId}/validate()`, headers: foreign }),
      404: () => ({ path: `/my/policies/${unknownId}/validate()` }),
      406: ({ serviceId }) => ({ path: `/my/policies/${serviceId}/validate()`, as: 'person' }),
    },
  },
  {
    operation: 'GET /my/policies/validate()',
    example: () => ({ path: '/my/policies/validate()' }),
    asks: {
      204: () => ({ path: '/my/policies/validate()' }),
      400: () => ({ path: '/my/policies/validate()', headers: foreign }),
      // Once terms are published, nobody has accepted them.
      406: async (world) => {
        await world.publishPlatformTerms();
        return { path: '/my/policies/validate()', as: 'person' };
      },
    },
    never: nothingToLookUp,
  },
];
