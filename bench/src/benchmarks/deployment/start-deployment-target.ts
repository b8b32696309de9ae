import {
  createProject,
  issueAutomationToken,
  registerUser,
  systemTenantId,
} from '../../../../server/src/accounts/index.ts';
import { type Database, inTransaction, openDatabase } from '../../../../server/src/platform/database/index.ts';
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

/** The product, into whose database projects and tokens are put without signing in first. */
export const startDeploymentTarget = async (): Promise<DeploymentTarget> => {
  await using stack = new AsyncDisposableStack();
  const product = stack.use(await startProduct());
  const connection = await product.connection();
  const databases = openDatabase({ connection, poolSize: 1, longPoolSize: 1, onError: () => undefined });
  stack.defer(async () => await databases.close());
  const opened = stack.move();
  return {
    product,
    makeProject: async () => await makeProject(databases.main),
    [Symbol.asyncDispose]: async () => await opened.disposeAsync(),
  };
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
