import pg from 'pg';
import {
  type DeployedApplication,
  deployApplication,
  prepareProject,
} from '../../../../acceptance/support/deployed-application.ts';
import { adminEmail, adminPassword } from '../../../../acceptance/support/start-portolan.ts';
import type { Target } from '../../load/open-connection.ts';
import { type Product, startProduct } from '../../programs/start-product.ts';

/** The product with a service, an application that works for it, and somebody who is signed in there. */
export interface Directory extends AsyncDisposable {
  readonly target: Target;
  readonly product: Product;
  readonly application: DeployedApplication;
  /** One statement in the product's database. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export const openDirectory = async (environment: Readonly<Record<string, string>> = {}): Promise<Directory> => {
  const product = await startProduct({
    environment: { PORTOLAN_ADMIN_EMAIL: adminEmail, PORTOLAN_ADMIN_PASSWORD: adminPassword, ...environment },
  });
  try {
    const url = product.url.replace('127.0.0.1', 'localhost');
    const { project } = await prepareProject(url, 'Bench');
    const application = await deployApplication(url, project, 'bench');
    const connection = await product.connection();
    return {
      target: product.target,
      product,
      application,
      query: async (text, values = []) => {
        const client = new pg.Client(connection);
        await client.connect();
        try {
          return (await client.query(text, [...values])).rows;
        } finally {
          await client.end();
        }
      },
      [Symbol.asyncDispose]: product[Symbol.asyncDispose],
    };
  } catch (error) {
    await product[Symbol.asyncDispose]();
    throw error;
  }
};

/** Adds people to the system tenant and gives their ids. Names have no order that an index could profit from. */
export const addPeople = async (directory: Directory, number: number): Promise<string[]> => {
  const rows = await directory.query<{ id: string }>(
    `INSERT INTO users (tenant_id, email, display_name, activated_at)
     SELECT '00000000-0000-0000-0000-000000000000', 'person' || n || '@example.com',
       'Person ' || substr(md5(n::text), 1, 8) || ' ' || n, now()
     FROM generate_series(1, $1::integer) AS n RETURNING id`,
    [number],
  );
  return rows.map(({ id }) => id);
};
