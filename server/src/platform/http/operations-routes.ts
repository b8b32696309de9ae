import type { FastifyInstance } from 'fastify';
import { fromNetworks } from '../authorization/from-networks.ts';
import { anyone } from '../authorization/rule.ts';
import type { Network } from '../settings/readers.ts';

export interface OperationsDeps {
  /** Names what is not ready, or gives an empty list. */
  readonly findUnready: () => Promise<readonly string[]>;
  readonly metricsNetworks: readonly Network[];
  readonly readMetrics: () => Promise<string>;
}

/** /livez, /readyz and /metrics: for the machines that watch this one. */
export const addOperationsRoutes = (app: FastifyInstance, deps: OperationsDeps): void => {
  const probe = { config: { rule: anyone('a probe carries no credentials') }, logLevel: 'warn' as const };
  app.get('/livez', probe, async (_request, reply) => {
    await reply.type('text/plain; charset=utf-8').send('ok\n');
    return reply;
  });

  app.get('/readyz', probe, async (_request, reply) => {
    const unready = await deps.findUnready();
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
    if (unready.length > 0) reply.code(503).header('retry-after', '2');
    await reply.send(unready.length === 0 ? 'ready\n' : `not ready: ${unready.join(', ')}\n`);
    return reply;
  });

  app.get(
    '/metrics',
    { config: { rule: fromNetworks(deps.metricsNetworks) }, logLevel: 'warn' },
    async (_request, reply) => {
      await reply.type('text/plain; version=0.0.4; charset=utf-8').send(await deps.readMetrics());
      return reply;
    },
  );
};
