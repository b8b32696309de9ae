import type { FastifyInstance } from 'fastify';

// Answers of an API are never pages: nothing in them may run, be framed, or be guessed to be something else.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

export const addSecurityHeaders = (app: FastifyInstance, publicUrl: string): void => {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  };
  if (publicUrl.startsWith('https:')) headers['strict-transport-security'] = 'max-age=31536000';
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (request.routeOptions.config?.isPage !== true) reply.header('content-security-policy', apiPolicy);
  });
};
