import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type DeploymentPlace, deploymentStatements, systemTenant } from './deployment-statements.ts';

/** A project to deploy into, with the secret and the key that the client of its template has from its first deployment. */
export const makeDeploymentPlace = async (pool: pg.Pool): Promise<DeploymentPlace> => {
  const place = { projectId: randomUUID(), serviceId: randomUUID(), applicationId: randomUUID() };
  await pool.query('INSERT INTO projects (id, tenant_id, name) VALUES ($1, $2, $3)', [
    place.projectId,
    systemTenant,
    `floor ${place.projectId}`,
  ]);
  await deployTo(pool, place, 0);
  await pool.query(
    `WITH product AS (
       INSERT INTO api_products (tenant_id, name) VALUES ($1, $2) RETURNING id
     ), subscription AS (
       INSERT INTO api_product_subscriptions (application_id, product_id) SELECT $3, id FROM product RETURNING id
     ), key AS (
       INSERT INTO subscription_keys (subscription_id, slot, key_hash, sealed_key)
       SELECT id, 'primary', $4, 'sealed' FROM subscription
     )
     INSERT INTO application_secrets (application_id, version, secret_hash, sealed_secret, secret_start)
     VALUES ($3, 1, $5, 'sealed', 'start')`,
    [systemTenant, `product ${place.projectId}`, place.applicationId, randomBytes(32), randomBytes(32)],
  );
  return place;
};

/** One deployment in one transaction. */
export const deployTo = async (pool: pg.Pool, place: DeploymentPlace, number: number): Promise<string> => {
  const run = { id: randomUUID(), number };
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const { name, text, values } of deploymentStatements) {
      await client.query({ name, text, values: [...values(place, run)] });
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  return run.id;
};
