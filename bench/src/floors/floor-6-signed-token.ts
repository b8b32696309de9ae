import { randomUUID } from 'node:crypto';
import { fastify, generateKeyPair, SignJWT } from './product-packages.ts';
import { serveFloor } from './serve-floor.ts';

/** Floor 6: an access token of the product's shape and algorithm signed on every request, for whoever asks, and nothing else. */
const { privateKey } = await generateKeyPair('ES256');
const application = randomUUID();
const servicePrincipal = randomUUID();
const tenant = randomUUID();
const lifetime = 3_600;

const app = fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
app.post('/', async (_request, reply) => {
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({
    azp: application,
    scp: 'user_impersonation',
    tid: tenant,
    name: 'client bench',
    cver: 1,
    jti: randomUUID(),
    sub: servicePrincipal,
    client_id: application,
    scope: 'user_impersonation',
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: application })
    .setIssuer('http://localhost:4000/identity')
    .setAudience(application)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(privateKey);
  reply.header('cache-control', 'no-store');
  return { access_token: token, expires_in: lifetime, token_type: 'Bearer', scope: 'user_impersonation' };
});
await serveFloor(app, { 'content-type': 'application/x-www-form-urlencoded' });
