import { migrate } from '../../../server/src/platform/database/index.ts';
import { deployTo, makeDeploymentPlace } from './floor-5-deployment-place.ts';
import { fastify, Pool } from './product-packages.ts';
import { deploymentConnections, readFloorConnection, serveFloor } from './serve-floor.ts';

/** Floor 5: the SQL of a deployment of two resources in one transaction, on the product's own tables, and nothing else. */
const connection = readFloorConnection();
await migrate(connection);
const pool = new Pool({ ...connection, max: deploymentConnections });
const places = await Promise.all(Array.from({ length: 64 }, () => makeDeploymentPlace(pool)));
let number = 0;

const app = fastify();
app.post<{ Params: { place: string } }>('/:place', async (request, reply) => {
  const place = places[Number(request.params.place)];
  if (place === undefined) return await reply.code(404).send({});
  number += 1;
  return { id: await deployTo(pool, place, number), errors: null };
});
await serveFloor(app, { 'content-type': 'application/json' });
