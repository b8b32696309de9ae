import { randomUUID } from 'node:crypto';
import { migrate } from '../../../server/src/platform/database/index.ts';
import { deploymentStatements, deploymentTables, makeDeploymentPlace } from './deployment-statements.ts';
import { fastify, Pool } from './product-packages.ts';
import { poolSize, readFloorConnection, serveFloor } from './serve-floor.ts';

/** Floor 5: the SQL of a deployment of two resources in one transaction, on the product's own tables, and nothing else. */
const connection = readFloorConnection();
await migrate(connection);
const pool = new Pool({ ...connection, max: poolSize });
await pool.query(deploymentTables);
const places = await Promise.all(Array.from({ length: 64 }, () => makeDeploymentPlace(pool)));
let number = 0;

const app = fastify();
app.post<{ Params: { place: string } }>('/:place', async (request, reply) => {
  const place = places[Number(request.params.place)];
  if (place === undefined) return await reply.code(404).send({});
  number += 1;
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
  return { id: run.id, errors: null };
});
await serveFloor(app, { 'content-type': 'application/json' });
