import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../platform/http/wire/invalid-request.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * An id of the path. Rules run before parameters are validated; what is no id is refused here in the words in which the
 * validation would.
 */
export const pathId = (request: FastifyRequest, name: string): string => {
  const id = (request.params as Readonly<Record<string, string | undefined>>)[name]?.toLowerCase() ?? '';
  if (!uuid.test(id)) throw invalidRequest('path', [{ path: [name], text: 'must be a UUID' }]);
  return id;
};
