import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { accountsConstraintRules } from './accounts/index.ts';
import type { Config } from './config.ts';
import { createDeploymentsArea } from './deployments/index.ts';
import {
  addCatalogPages,
  addUnsubscribePages,
  countSubscribersOfLevel,
  createDirectoryArea,
  directoryOperations,
  messagesConstraintRules,
  subscriptionConstraintRules,
} from './directory/index.ts';
import { applicationConstraintRules } from './identity/applications/index.ts';
import { createIdentity, type Identity } from './identity/create-identity.ts';
import { serviceConstraintRules } from './identity/services/index.ts';
import type { ConstraintRules } from './platform/database/index.ts';
import type { Area } from './platform/http/area.ts';
import { createHttpApp } from './platform/http/create-http-app.ts';
import type { Drain } from './platform/http/drain.ts';
import { addFrontPage } from './platform/http/front-page.ts';
import { addOperationsRoutes } from './platform/http/operations-routes.ts';
import { createRateLimiter } from './platform/http/rate-limit.ts';
import { registerArea } from './platform/http/register-area.ts';
import { readJobCounts } from './platform/jobs/index.ts';
import { createMetricsReader } from './platform/observability/cluster-metrics.ts';
import type { Logger } from './platform/observability/create-logger.ts';
import { createMetrics } from './platform/observability/metrics.ts';
import { addDocsPage } from './platform/openapi/docs-page.ts';
import { portolanVersion } from './platform/settings/version.ts';
import { createPortalArea } from './portal/create-portal-area.ts';
import type { Services } from './services.ts';

export interface AppDeps extends Services {
  readonly config: Config;
  readonly logger: Logger;
  readonly drain: Drain;
  /** The address that links and tokens carry. */
  readonly publicUrl: string;
}

/** Everything the server answers, put together. The only place that knows every area. */
export const createApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { config, databases, drain } = deps;
  const metrics = createMetrics({
    pools: databases.pools,
    jobs: async () => await readJobCounts(databases.main),
  });
  const app = createHttpApp({
    logger: deps.logger,
    publicUrl: deps.publicUrl,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    addressLimiter: createRateLimiter('address', config.addressRateLimit, Date.now),
    constraintRules,
    drain,
    observe: (finished, request) => {
      metrics.observe(finished);
      deps.tracing?.observe(finished, request);
    },
  });
  addOperationsRoutes(app, {
    findUnready: async () => await findUnready(deps),
    metricsNetworks: config.metricsNetworks,
    readMetrics: createMetricsReader(metrics.registry),
  });
  addFrontPage(app);
  const identity = await createIdentity({
    ...deps,
    database: databases.main,
    keyLimiter: createRateLimiter('key', config.keyRateLimit, Date.now),
    now: () => new Date(),
    onError: (error) => deps.logger.error({ err: error }, 'The signing keys could not be read again'),
  });
  identity.register(app, [addCatalogPages]);
  addUnsubscribePages(app, { database: databases.main, secretBox: deps.box });
  const areas = createAreas({ ...deps, identity });
  for (const area of areas) registerArea(app, area, portolanVersion, constraintRules);
  if (config.showDocs) addDocsPage(app, areas);
  await app.ready();
  return app;
};

export interface AreaDeps extends AppDeps {
  readonly identity: Identity;
}

/** The areas in the order in which the documentation shows them. */
export const createAreas = (deps: AreaDeps): readonly Area[] => {
  const { identity, databases } = deps;
  const common = {
    authenticator: identity.authenticator,
    oneTimeCodes: identity.oneTimeCodes,
    database: databases.main,
    longWork: databases.longWork,
    bus: deps.bus,
    blobs: deps.blobs,
    box: deps.box,
    secretBox: deps.box,
    ring: deps.ring,
    passwords: deps.passwords,
    mailTransport: deps.mailTransport,
    publicUrl: deps.publicUrl,
    now: () => new Date(),
  };
  const deployments = {
    ...common,
    // One connection stays free for other long work.
    deploymentSlots: Math.max(1, deps.config.longPoolSize - 1),
    allowPrivateIssuers: deps.config.allowPrivateIssuers,
    countSubscribersOfLevel,
    onError: (error: unknown) => deps.logger.error({ err: error }, 'A deployment could not be written down'),
  };
  return [
    createDeploymentsArea(deployments),
    createDirectoryArea(common),
    createPortalArea({ ...common, countSubscribersOfLevel, directory: directoryOperations }),
  ];
};

const constraintRules: ConstraintRules = {
  ...accountsConstraintRules,
  ...applicationConstraintRules,
  ...serviceConstraintRules,
  ...subscriptionConstraintRules,
  ...messagesConstraintRules,
};

const findUnready = async ({ drain, databases, bus }: AppDeps): Promise<readonly string[]> => {
  if (drain.isDraining()) return ['the server is stopping'];
  const answers = await sql`SELECT 1`.execute(databases.main).then(
    () => true,
    () => false,
  );
  if (!answers) return ['the database does not answer'];
  return bus.isLive() ? [] : ['the connection for notifications is down'];
};
