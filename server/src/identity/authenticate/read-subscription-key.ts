import type { FastifyRequest } from 'fastify';

const headerName = 'ocp-apim-subscription-key';
const queryName = 'subscription-key';

export interface KeySource {
  readonly headers: FastifyRequest['headers'];
  readonly query: unknown;
}

/**
 * The subscription key of a request, from the header or else from the query (contract X1). The rule runs before the
 * query is validated, so names are still spelt as the caller did; empty counts as absent.
 */
export const readSubscriptionKey = ({ headers, query }: KeySource): string | undefined => {
  const fromHeader = [headers[headerName] ?? []].flat().filter((text) => text !== '');
  const given = fromHeader.length > 0 ? fromHeader : valuesInQuery(query);
  // Two different keys would be two callers: neither counts.
  const [key, ...others] = new Set(given);
  return others.length === 0 ? key : undefined;
};

const valuesInQuery = (query: unknown): string[] => {
  if (typeof query !== 'object' || query === null) return [];
  return Object.entries(query)
    .filter(([name]) => name.toLowerCase() === queryName)
    .flatMap(([, value]) => [value].flat())
    .filter((value): value is string => typeof value === 'string' && value !== '');
};
