import type { FastifyRequest } from 'fastify';

/** The texts of the query; what was given twice counts as absent, and so does what is empty. */
export const queryOf = (request: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    ),
  );
