import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import {
  applicationName,
  type DeploymentPlace,
  deploymentStatements,
  lockStatement,
  readStatement,
  type StateBefore,
  serviceName,
  systemTenant,
} from './deployment-statements.ts';

const placeText = `
  WITH project AS (
    INSERT INTO projects (id, tenant_id, name) VALUES ($1::uuid, $5, 'floor ' || ($1::uuid)::text)
  ), "group" AS (
    INSERT INTO resource_groups (id, project_id, tenant_id, name) VALUES ($2, $1, $5, 'the group')
  ), resource AS (
    INSERT INTO resources (id, tenant_id, project_id, resource_group_id, name, resource_type, sku)
    VALUES ($3, $5, $1, $2, '${serviceName}', 'platform.service', 'standard'),
      ($4, $5, $1, $2, '${applicationName}', 'platform.application', 'app')
  ), service AS (
    INSERT INTO services (id, tenant_id, name, service_url, root_service_id)
    VALUES ($3, $5, '${serviceName}', 'https://service.example.com', $3)
  ), application AS (
    INSERT INTO applications (id, tenant_id, name, origin, resource_id, client_type)
    VALUES ($4, $5, '${applicationName}', 'project', $4, 'Confidential')
  ), link AS (
    INSERT INTO application_services (application_id, service_id, position) VALUES ($4, $3, 0)
  ), product AS (
    INSERT INTO api_products (tenant_id, name) VALUES ($5, 'product ' || ($1::uuid)::text) RETURNING id
  ), subscription AS (
    INSERT INTO api_product_subscriptions (application_id, product_id) SELECT $4, id FROM product RETURNING id
  ), key AS (
    INSERT INTO subscription_keys (subscription_id, slot, key_hash, sealed_key)
    SELECT id, 'primary', $6, 'sealed' FROM subscription
  )
  INSERT INTO application_secrets (application_id, version, secret_hash, sealed_secret, secret_start)
  VALUES ($4, 1, $7, 'sealed', 'start')`;

/** A project with the group and the resources that are deployed, the secret and the key of the client. */
export const makeDeploymentPlace = async (pool: pg.Pool): Promise<DeploymentPlace> => {
  const [projectId, groupId, serviceId, applicationId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const hashes = [randomBytes(32), randomBytes(32)];
  await pool.query(placeText, [projectId, groupId, serviceId, applicationId, systemTenant, ...hashes]);
  return { projectId, groupId, serviceId, applicationId };
};

/** One deployment in one transaction. */
export const deployTo = async (pool: pg.Pool, place: DeploymentPlace, number: number): Promise<string> => {
  const id = randomUUID();
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { name, text } = lockStatement;
    await client.query({ name, text, values: [...lockStatement.values(place)] });
    const before = await readState(client, place);
    for (const { name, text, values } of deploymentStatements) {
      await client.query({ name, text, values: [...values(place, { id, number, before })] });
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
  return id;
};

const readState = async (client: pg.PoolClient, place: DeploymentPlace): Promise<StateBefore> => {
  const { name, text, values } = readStatement;
  const { rows } = await client.query<StateBefore>({ name, text, values: [...values(place)] });
  const [before] = rows;
  if (before === undefined) throw new Error('The resources are not in their group.');
  return before;
};
