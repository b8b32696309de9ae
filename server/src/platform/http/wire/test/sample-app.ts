import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../../errors/app-error.ts';
import { statusOfKind } from '../../../errors/status-of-kind.ts';
import { jsonPlugin } from '../json-plugin.ts';
import { standardOffers } from '../negotiate.ts';
import { pagingQuery } from '../paging.ts';
import { schemaCompilers } from '../schema-compilers.ts';
import { negotiated, wirePlugin } from '../wire-plugin.ts';
import { ErrorDetail, HealthStatus, MyUserInfo, UserReference } from './sample-schemas.ts';

export const Registration = Type.Object(
  {
    email: Type.String({ format: 'email' }),
    phone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    options: Type.Optional(Type.Object({ sendMail: Type.Optional(Type.Boolean()) })),
  },
  { $id: 'UserRegistration' },
);
const Echo = Type.Object({ received: Type.String() }, { $id: 'Echo' });
export const AuthError = Type.Object({ Message: Type.String() }, { $id: 'AuthError' });
const errors = { '4xx': ErrorDetail, '5xx': ErrorDetail, 401: AuthError };
const health = [...standardOffers, { mediaType: 'application/health+json', form: 'json' }] as const;
const HealthDraft = Type.Object({ status: Type.String(), draft: Type.Boolean() });

export const user = {
  name: 'Lovelace, Ada',
  email: 'ada@example.test',
  phone: null,
  '#companies': 2,
  verifiedEmail: true,
  verifiedPhone: false,
  managedAccount: false,
  activated: true,
  accessHubEnabled: false,
};

/** A small area with a route for each thing that the wire forms promise. */
const areaB = async (scope: FastifyInstance): Promise<void> => {
  await scope.register(wirePlugin, { responses: errors });
  scope.setErrorHandler(async (error, request, reply) => {
    const known = error instanceof AppError ? error : undefined;
    const status =
      known === undefined ? ((error as { statusCode?: number }).statusCode ?? 500) : statusOfKind[known.kind];
    if (status === 401) return reply.code(401).send({ Message: 'no' });
    const body = {
      message: known?.message ?? 'unexpected',
      information: known?.code ?? '',
      subCode: 8,
      supportCode: request.id,
    };
    return reply.code(status).send(body);
  });
  scope.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).send({ message: 'nothing here', subCode: 1, hidden: 1 }),
  );
  const echo = { response: { 200: Echo, ...errors } };
  scope.get('/profile', { schema: { response: { 200: MyUserInfo, ...errors } } }, async () => ({
    ...user,
    secret: 'hidden',
  }));
  scope.get('/count', { schema: { response: { 200: Type.Integer() } } }, async (_request, reply) => reply.send(5));
  scope.get('/users', { schema: { response: { 200: Type.Array(UserReference) } } }, async () => [
    { activated: true, id: 'a' },
  ]);
  scope.get('/broken', { schema: { response: { 200: UserReference, ...errors } } }, async () => ({ name: 'no flag' }));
  scope.get('/denied', { schema: { response: { 200: Echo, ...errors } } }, async () => {
    throw new AppError('unauthenticated', 'key.missing', 'no');
  });
  scope.get('/image', { schema: { response: { 200: Echo } } }, async (_request, reply) =>
    reply.type('image/png').send(Buffer.from('x')),
  );
  scope.get('/nothing', async (_request, reply) => reply.code(204).send());
  scope.get('/health', {
    config: { offers: health },
    schema: {
      response: {
        200: {
          content: { 'application/json': { schema: HealthStatus }, 'application/health+json': { schema: HealthDraft } },
        },
      },
    },
    handler: async (request) =>
      negotiated(request).mediaType === 'application/health+json'
        ? { status: 'pass', draft: true, hidden: 1 }
        : { status: 'pass', subCode: 0, hidden: 1 },
  });
  const say = (value: unknown) => ({ received: JSON.stringify(value) ?? 'undefined' });
  const headers = Type.Object({
    tenantId: Type.Optional(Type.String({ format: 'uuid' })),
    importantOnly: Type.Optional(Type.Boolean()),
  });
  scope.get('/paged', { schema: { querystring: pagingQuery, headers, ...echo } }, async (request) => {
    const { tenantId, importantOnly } = request.headers as { tenantId?: string; importantOnly?: boolean };
    return say([request.query, tenantId, importantOnly]);
  });
  scope.get('/items/:id', { schema: { params: Type.Object({ id: Type.Integer() }), ...echo } }, async (request) =>
    say(request.params),
  );
  scope.post('/user', { schema: { body: Registration, ...echo } }, async (request) => say(request.body));
  scope.post('/users', { schema: { body: Type.Array(Registration), ...echo } }, async (request) => say(request.body));
  scope.put('/options', { schema: { body: Type.Optional(Registration), ...echo } }, async (request) =>
    say(request.body),
  );
  scope.delete('/options', { schema: { body: Type.Optional(Registration), ...echo } }, async (request) =>
    say(request.body),
  );
  scope.post('/limited', { bodyLimit: 10, schema: { body: Type.Unknown(), ...echo } }, async (request) =>
    say(request.body),
  );
  scope.put('/file', { config: { streamsBody: true }, schema: echo }, async (request) => {
    let length = 0;
    for await (const chunk of request.body as AsyncIterable<Buffer>) length += chunk.length;
    return say(length);
  });
};

const jsonArea = async (scope: FastifyInstance): Promise<void> => {
  await jsonPlugin(scope);
  scope.setErrorHandler(async (error, _request, reply) => reply.code(400).send({ code: (error as AppError).code }));
  scope.post('/user', { schema: { body: Registration } }, async (request) => request.body);
};

/** Area B's forms below `/b`, JSON alone below `/json`. */
export const createSampleApp = async (): Promise<FastifyInstance> => {
  const app = Fastify(schemaCompilers);
  await app.register(areaB, { prefix: '/b' });
  await app.register(jsonArea, { prefix: '/json' });
  await app.ready();
  return app;
};
