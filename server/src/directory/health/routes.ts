import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { type Offer, standardOffers } from '../../platform/http/wire/negotiate.ts';
import { negotiated } from '../../platform/http/wire/wire-plugin.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { AuthError } from '../wire/errors.ts';
import { HealthStatus } from '../wire/health.ts';
import { type HealthReading, healthReaderOf } from './create-health-reader.ts';
import { healthRule, isKeyUnchecked } from './health-rule.ts';
import type { Check } from './probe.ts';
import { summarizeChecks } from './summarize-checks.ts';
import { healthMediaType, toHealthDocument } from './to-health-document.ts';
import { toHealthStatus } from './to-health-status.ts';

const offers: readonly Offer[] = [...standardOffers, { mediaType: healthMediaType, form: 'json' }];

/** The health status, for whoever holds a key (contract X1). */
export const healthRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const readHealth = healthReaderOf(deps);
  return [
    defineRoute({
      method: 'GET',
      path: '/health/status',
      operationId: 'getHealthStatus',
      tag: 'Health',
      summary: 'Health of the platform and of its dependencies',
      description: `Every dependency is probed; readings are shared for two seconds. With \`Accept: ${healthMediaType}\` the answer has the form of the IETF's draft. Needs a subscription key and no token.`,
      rule: healthRule(deps.authenticator),
      offers,
      answers: {
        200: { description: 'All dependencies work; `warn` when one is degraded.', schema: HealthStatus },
        401: { description: 'The subscription key is missing or not valid.', schema: AuthError },
        424: { description: 'A dependency that is not essential fails.', schema: HealthStatus },
        500: { description: 'An essential dependency fails, or the service is down.', schema: HealthStatus },
      },
      handler: async ({ request, reply }) => answer(request, reply, visibleTo(request, await readHealth())),
    }),
  ];
};

/** Without a database nobody can check a key. What such a caller hears is that there is no database. */
const visibleTo = (request: FastifyRequest, reading: HealthReading): HealthReading => {
  if (!isKeyUnchecked(request)) return reading;
  const checks = reading.checks
    .filter(({ componentId }) => componentId === 'database')
    .map((check): Check => ({ ...check, status: 'fail', output: 'The database does not answer.' }));
  return { ...reading, checks };
};

const answer = (request: FastifyRequest, reply: FastifyReply, reading: HealthReading): unknown => {
  const summary = summarizeChecks(reading.checks);
  const status = toHealthStatus(reading, summary, request.id);
  reply.code(summary.httpStatus).header('cache-control', 'no-store');
  if (negotiated(request).mediaType !== healthMediaType) return status;
  reply.type(`${healthMediaType}; charset=utf-8`).header('vary', 'Accept').serializer(JSON.stringify);
  return toHealthDocument(status);
};
