import { fastify, Pool } from './product-packages.ts';
import { poolSize, readFloorConnection, serveFloor } from './serve-floor.ts';

/** Floor 3: one row inserted and committed to disk per request. */
const pool = new Pool({ ...readFloorConnection(), max: poolSize });
await pool.query(`
  CREATE TABLE floor_entries (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), subject text NOT NULL, data jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`);

const app = fastify();
app.post('/', async (request) => {
  const found = await pool.query<{ id: string }>({
    name: 'insert',
    text: 'INSERT INTO floor_entries (subject, data) VALUES ($1, $2) RETURNING id',
    values: ['subject', JSON.stringify(request.body)],
  });
  return found.rows[0];
});
await serveFloor(app, { 'content-type': 'application/json' });
