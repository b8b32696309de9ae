import type { FastifyInstance } from 'fastify';
import { supportCodeHeader } from './support-code.ts';

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const exposed = [supportCodeHeader, 'Link', 'Location', 'ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After'].join(
  ', ',
);
const rememberFor = '600';

/**
 * Lets pages of the configured origins call the APIs. No cookies across origins: callers bring their own token, so the
 * answer never depends on who is signed in at this server.
 */
export const addCors = (app: FastifyInstance, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  const all = origins.includes('*');
  app.addHook('onRequest', async (request, reply) => {
    const origin = request.headers.origin;
    reply.header('vary', 'Origin');
    if (origin === undefined || !(all || origins.includes(origin))) return;
    reply.header('access-control-allow-origin', all ? '*' : origin);
    reply.header('access-control-expose-headers', exposed);
    const asked = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || asked === undefined) return;
    const wanted = request.headers['access-control-request-headers'];
    reply.header('access-control-allow-methods', methods).header('access-control-max-age', rememberFor);
    if (wanted !== undefined) reply.header('access-control-allow-headers', wanted);
    await reply.code(204).send();
  });
};
