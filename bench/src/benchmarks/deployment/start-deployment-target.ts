import type pg from 'pg';
import {
  createProject,
  issueAutomationToken,
  registerUser,
  systemTenantId,
} from '../../../../server/src/accounts/index.ts';
import { type Database, inTransaction, openDatabase } from '../../../../server/src/platform/database/index.ts';
import { startDatabase } from '../../programs/start-database.ts';
import { type Product, startProduct } from '../../programs/start-product.ts';

export interface BenchProject {
  readonly id: string;
  readonly token: string;
}

export interface DeploymentTarget extends AsyncDisposable {
  readonly product: Product;
  /** An empty project with an automation token. */
  makeProject(): Promise<BenchProject>;
}

const acting = { actor: { kind: 'system' } };

/** The product on a database of its own, into which projects and tokens are put without signing in first. */
export const startDeploymentTarget = async (): Promise<DeploymentTarget> => {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await startDatabase());
  const environment = { DATABASE_URL: database.url ?? urlOf(database.connection) };
  const product = stack.use(await startProduct({ environment }));
  const { connection } = database;
  const databases = openDatabase({ connection, poolSize: 1, longPoolSize: 1, onError: () => undefined });
  stack.defer(async () => await databases.close());
  const opened = stack.move();
  return {
    product,
    makeProject: async () => await makeProject(databases.main),
    [Symbol.asyncDispose]: async () => await opened.disposeAsync(),
  };
};

/** The embedded server stands behind a socket, which an address names beside its host. */
const urlOf = ({ host = '', port = 5432, user = '', database = '' }: pg.ClientConfig): string => {
  const place = new URLSearchParams({ host, port: String(port) });
  return `postgres://${encodeURIComponent(user)}@localhost/${encodeURIComponent(database)}?${place}`;
};

let made = 0;

const makeProject = async (database: Database): Promise<BenchProject> =>
  await inTransaction(database, async (transaction) => {
    made += 1;
    const person = { email: `person-${made}@bench.example` };
    const { user } = await registerUser(transaction, acting, { tenantId: systemTenantId, person });
    const project = await createProject(transaction, acting, { creator: user, name: `Project ${made}` });
    const { token } = await issueAutomationToken(transaction, acting, { project, name: 'bench', years: 1 });
    return { id: project.id, token };
  });
