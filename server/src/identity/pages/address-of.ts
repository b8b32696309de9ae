import type { FastifyRequest } from 'fastify';

/** The address of the page on this server. Double slashes are tolerated in requests, but a link that begins with two leaves. */
export const addressOf = (request: FastifyRequest): string => request.url.replace(/^\/+/, '/');
