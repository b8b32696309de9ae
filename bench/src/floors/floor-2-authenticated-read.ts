import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { fastify, generateKeyPair, jwtVerify, Pool, SignJWT } from './product-packages.ts';
import { poolSize, readFloorConnection, serveFloor } from './serve-floor.ts';

/**
 * Floor 2, "full": the signature of an ES256 token checked on every request, a key found by its hash (in memory: a
 * server that is told of revocations need not ask the database), and one row selected by its primary key.
 */
const audience = 'floor';
const pool = new Pool({ ...readFloorConnection(), max: poolSize });
await pool.query(`
  CREATE TABLE floor_profiles (
    id uuid PRIMARY KEY, email text NOT NULL, first_name text NOT NULL, last_name text NOT NULL,
    display_name text NOT NULL, language text, country_code text, created_at timestamptz NOT NULL DEFAULT now()
  )`);
const { rows } = await pool.query<{ id: string }>(`
  INSERT INTO floor_profiles (id, email, first_name, last_name, display_name, language, country_code)
  SELECT gen_random_uuid(), 'person' || n || '@example.com', 'First', 'Last', 'First Last ' || n, 'en', 'NO'
  FROM generate_series(1, 1000) AS n RETURNING id`);

const subject = rows[500]?.id ?? randomUUID();
const key = randomBytes(24).toString('base64url');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');
const applicationsByKey = new Map(Array.from({ length: 1000 }, () => [hashOf(randomUUID()), randomUUID()]));
applicationsByKey.set(hashOf(key), randomUUID());
const { publicKey, privateKey } = await generateKeyPair('ES256');
const token = await new SignJWT({ scope: 'user' })
  .setProtectedHeader({ alg: 'ES256', kid: 'floor' })
  .setIssuer('http://localhost')
  .setAudience(audience)
  .setSubject(subject)
  .setIssuedAt()
  .setExpirationTime('12h')
  .sign(privateKey);

const app = fastify();
app.get('/', async (request, reply) => {
  const [, bearer = ''] = request.headers.authorization?.split(' ') ?? [];
  const { payload } = await jwtVerify(bearer, publicKey, { audience, algorithms: ['ES256'] });
  if (!applicationsByKey.has(hashOf(String(request.headers['x-key'])))) return await reply.code(401).send({});
  const found = await pool.query({
    name: 'profile',
    text: 'SELECT id, email, first_name, last_name, display_name, language, country_code FROM floor_profiles WHERE id = $1',
    values: [payload.sub],
  });
  return found.rows[0];
});
await serveFloor(app, { authorization: `Bearer ${token}`, 'x-key': key });
