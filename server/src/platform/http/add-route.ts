import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import type { ErrorForm } from './error-form.ts';
import type { AnyRoute } from './route.ts';
import { pathParameters, routerPattern } from './router-pattern.ts';

/** Registers one operation in the scope of its area. */
export const addRoute = (scope: FastifyInstance, route: AnyRoute, errorForm: ErrorForm): void => {
  refuseMismatch(route);
  const options: RouteOptions = {
    method: route.method,
    url: routerPattern(route.path),
    schema: {
      operationId: route.operationId,
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
      ...(route.headers === undefined ? {} : { headers: route.headers }),
      ...(route.body === undefined ? {} : { body: route.body }),
      response: responseSchemas(route, errorForm),
    },
    config: {
      rule: route.rule,
      streamsBody: route.streamsBody ?? false,
      ...(route.offers === undefined ? {} : { offers: route.offers }),
    },
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    handler: callHandler(route),
  };
  scope.route(options);
};

const responseSchemas = (route: AnyRoute, errorForm: ErrorForm): Record<string, TSchema> => {
  const schemas: Record<string, TSchema> = { '4xx': errorForm.schemaOf(400), '5xx': errorForm.schemaOf(500) };
  for (const status of [300, 401, 403, 406]) schemas[status] = errorForm.schemaOf(status);
  for (const [status, answer] of Object.entries(route.answers)) {
    if (answer.schema !== undefined) schemas[status] = answer.schema;
  }
  return schemas;
};

const callHandler = (route: AnyRoute) => {
  const rest = /\{(\w+)\*\}/.exec(route.path)?.[1];
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const params = request.params as Record<string, string>;
    if (rest !== undefined) params[rest] = params['*'] ?? '';
    const answer = await route.handler({
      params: params as never,
      query: request.query as never,
      headers: request.headers as never,
      body: request.body as never,
      request,
      reply,
    });
    // An operation that answers with nothing has sent its status already, or means "no content".
    if (answer === undefined && !reply.sent && reply.statusCode === 200) reply.code(204);
    return reply.sent ? reply : answer;
  };
};

const refuseMismatch = (route: AnyRoute): void => {
  const named = pathParameters(route.path);
  const described = Object.keys(route.params?.properties ?? {});
  if (named.slice().sort().join() !== described.slice().sort().join()) {
    throw new Error(
      `The route ${route.method} ${route.path} names the parameters (${named}) but describes (${described}).`,
    );
  }
};
