import { Type } from 'typebox';
import { actingOf, anyCaller, platformAdministrator } from '../../identity/authenticate/index.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { portolanVersion } from '../../platform/settings/version.ts';
import { clientsMustNot, optionsTag } from '../directory/option-words.ts';
import type { DirectoryDeps } from '../directory-deps.ts';
import { healthReaderOf } from '../health/create-health-reader.ts';
import { summarizeChecks } from '../health/summarize-checks.ts';
import { withFailures } from '../my/with-failures.ts';
import { invalidateCache } from './invalidate-cache.ts';

const StatusMap = Type.Record(Type.String(), Type.String(), { title: 'Status' });

/** Status and cache, group Options. */
export const maintenanceRoutes = (deps: DirectoryDeps): readonly AnyRoute[] => {
  const authenticate = deps.authenticator.keyAndToken;
  const readHealth = healthReaderOf(deps);
  return [
    defineRoute({
      method: 'GET',
      path: '/Status',
      operationId: 'getStatus',
      tag: optionsTag,
      summary: 'State of the parts of the platform',
      description: clientsMustNot,
      rule: anyCaller(authenticate),
      answers: { 200: { description: 'A word for each part.', schema: StatusMap } },
      handler: async ({ reply }) => {
        const { checks } = await readHealth();
        reply.header('cache-control', 'no-store');
        return {
          ...Object.fromEntries(checks.map(({ componentId, status }) => [componentId, status])),
          version: portolanVersion,
          status: summarizeChecks(checks).status,
        };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/cache/invalidate/{id}',
      operationId: 'invalidateCache',
      tag: optionsTag,
      summary: 'Forget what is remembered of an id, on every node',
      description: clientsMustNot,
      rule: platformAdministrator(authenticate),
      params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
      answers: { 204: { description: 'Forgotten.' } },
      handler: async ({ params: { id }, request }) =>
        await invalidateCache(deps, actingOf(request), { id: id.toLowerCase() }),
    }),
  ].map(withFailures);
};
