import type { FastifyInstance } from 'fastify';
import { anyone } from '../authorization/rule.ts';
import type { ConstraintRules } from '../database/index.ts';
import { buildOpenApi } from '../openapi/build-openapi.ts';
import { addRoute } from './add-route.ts';
import type { Area } from './area.ts';
import { setErrorForm } from './set-error-form.ts';

/** Puts an area on the server: a scope for each of its prefixes, and its OpenAPI document in each. */
export const registerArea = (app: FastifyInstance, area: Area, version: string, rules: ConstraintRules): void => {
  refuseDoubleNames(area);
  let document: string | undefined;
  for (const prefix of area.prefixes) {
    app.register(
      async (scope) => {
        setErrorForm(scope, area.errorForm, rules);
        await area.prepare(scope);
        for (const route of area.routes) addRoute(scope, route, area.errorForm);
        scope.get(
          '/openapi.json',
          { config: { rule: anyone('the description of the API') } },
          async (_request, reply) => {
            document ??= JSON.stringify(buildOpenApi(area, version));
            await reply.type('application/json; charset=utf-8').serializer(String).send(document);
            return reply;
          },
        );
      },
      { prefix },
    );
  }
};

const refuseDoubleNames = (area: Area): void => {
  const seen = new Set<string>();
  for (const { operationId } of area.routes) {
    if (seen.has(operationId)) throw new Error(`Two operations of ${area.name} are called ${operationId}.`);
    seen.add(operationId);
  }
};
