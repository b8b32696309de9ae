import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createTestDatabase } from '../../../test/test-database.ts';
import {
  accountsConstraintRules,
  createProject,
  createTenant,
  issueAutomationToken,
  type Project,
  registerUser,
} from '../../accounts/index.ts';
import {
  applicationConstraintRules,
  ensurePlatformRegistrations,
  platformApiId,
} from '../../identity/applications/index.ts';
import { openAuthenticator } from '../../identity/authenticate/index.ts';
import { serviceConstraintRules } from '../../identity/services/index.ts';
import {
  type Database,
  type DatabaseConnections,
  inTransaction,
  openDatabase,
  openNotificationBus,
} from '../../platform/database/index.ts';
import { createHttpApp } from '../../platform/http/create-http-app.ts';
import { createDrain } from '../../platform/http/drain.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import { registerArea } from '../../platform/http/register-area.ts';
import { createLogger } from '../../platform/observability/create-logger.ts';
import { createEncryptionKey, createKeyRing, createSecretBox, type SecretBox } from '../../platform/secrets/index.ts';
import { createDeploymentsArea } from '../create-deployments-area.ts';

export const publicUrl = 'http://localhost:4000';
const acting = { actor: { kind: 'system' } };
const constraintRules = { ...accountsConstraintRules, ...applicationConstraintRules, ...serviceConstraintRules };

export interface BenchProject {
  readonly id: string;
  readonly tenantId: string;
  readonly project: Project;
  readonly token: string;
}

export interface Files {
  /** A value, or the text of the file itself. */
  readonly template: unknown;
  readonly parameters?: unknown;
  readonly planId?: string;
}

export interface SubmitOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly plan?: boolean;
  readonly node?: number;
}

export interface DeploymentsBench {
  readonly databases: DatabaseConnections;
  readonly database: Database;
  readonly box: SecretBox;
  /** Access levels that somebody holds, by id. */
  readonly subscribers: Map<string, number>;
  readonly apps: readonly FastifyInstance[];
  readonly errors: unknown[];
  makeProject(tenantId?: string): Promise<BenchProject>;
  submit(project: BenchProject, files: Files, options?: SubmitOptions): Promise<LightMyRequestResponse>;
  get(project: BenchProject, path: string): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export const encode = (file: unknown): string =>
  Buffer.from(typeof file === 'string' ? file : JSON.stringify(file, null, 2)).toString('base64');

/** Area A on a real database, on as many nodes as asked for. */
export const openDeploymentsBench = async (
  options: { readonly nodes?: number; readonly allowPrivateIssuers?: boolean } = {},
): Promise<DeploymentsBench> => {
  const { connection, drop } = await createTestDatabase();
  const logger = createLogger({ level: 'error', format: 'json' }).child({}, { level: 'silent' });
  const ring = createKeyRing([createEncryptionKey('k1', randomBytes(32))]);
  const box = createSecretBox(ring);
  const subscribers = new Map<string, number>();
  const errors: unknown[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  const slots = 3;

  const openNode = async () => {
    const databases = openDatabase({ connection, poolSize: 6, longPoolSize: slots, onError: () => undefined });
    const { main: database, longWork } = databases;
    const bus = await openNotificationBus(connection, () => undefined);
    const now = () => new Date();
    const keyLimiter = createRateLimiter('key', 0, () => 0);
    const authenticator = openAuthenticator({ database, bus, keyLimiter, publicUrl, apiId: platformApiId, now });
    const app = createHttpApp({
      logger,
      publicUrl,
      corsOrigins: [],
      trustedProxies: [],
      addressLimiter: createRateLimiter('address', 0, () => 0),
      constraintRules,
      drain: createDrain(),
      observe: () => undefined,
    });
    const area = createDeploymentsArea({
      database,
      longWork,
      deploymentSlots: slots,
      box,
      ring,
      authenticator,
      publicUrl,
      allowPrivateIssuers: options.allowPrivateIssuers ?? false,
      now,
      onError: (error) => errors.push(error),
      countSubscribersOfLevel: async (_handle, levelId) => subscribers.get(levelId) ?? 0,
    });
    registerArea(app, area, '0', constraintRules);
    await app.ready();
    closers.push(
      () => app.close(),
      async () => authenticator.close(),
      () => bus.close(),
      () => databases.close(),
    );
    return { app, databases };
  };

  const nodes = [await openNode()];
  while (nodes.length < (options.nodes ?? 1)) nodes.push(await openNode());
  const [first] = nodes;
  if (first === undefined) throw new Error('There is no node.');
  const { databases } = first;
  const database = databases.main;
  await ensurePlatformRegistrations({ database, box, publicUrl });

  return {
    databases,
    database,
    box,
    subscribers,
    errors,
    apps: nodes.map(({ app }) => app),
    makeProject: async (tenantId) =>
      await inTransaction(database, async (transaction) => {
        const tenant = tenantId ?? (await createTenant(transaction, acting, { name: `Tenant ${randomUUID()}` })).id;
        const person = { email: `${randomUUID()}@example.com` };
        const { user } = await registerUser(transaction, acting, { tenantId: tenant, person });
        const project = await createProject(transaction, acting, { creator: user, name: 'Project' });
        const { token } = await issueAutomationToken(transaction, acting, { project, name: 'CI', years: 1 });
        return { id: project.id, tenantId: tenant, project, token };
      }),
    submit: async (project, files, { headers = {}, plan = false, node = 0 } = {}) =>
      await (nodes[node] ?? first).app.inject({
        method: 'POST',
        url: `/deployments/v1/projects/${project.id}/resourceGroups/files${plan ? '/plan' : ''}`,
        headers: { authorization: `Bearer ${project.token}`, ...headers },
        payload: {
          format: 'json',
          template: encode(files.template),
          parameters: encode(files.parameters ?? []),
          ...(files.planId === undefined ? {} : { planId: files.planId }),
        },
      }),
    get: async (project, path) =>
      await first.app.inject({
        method: 'GET',
        url: `/deployments/v1/projects/${project.id}${path}`,
        headers: { authorization: `Bearer ${project.token}` },
      }),
    close: async () => {
      for (const close of closers) await close();
      await drop();
    },
  };
};
