import type { FastifyRequest } from 'fastify';
import type { Acting } from '../../accounts/index.ts';

/** Who does it, for the audit log: the user once known. */
export const actingOf = (request: FastifyRequest, userId?: string): Acting => ({
  actor: userId === undefined ? { kind: 'anonymous' } : { kind: 'user', id: userId },
  supportCode: request.id,
  ipAddress: request.ip,
});
