import type { FastifyReply, FastifyRequest } from 'fastify';
import { actingOf } from '../../identity/authenticate/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { answerOnce } from '../../platform/idempotency/answer-once.ts';
import type { PortalDeps } from '../portal-deps.ts';

export interface CreationInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: { readonly 'Idempotency-Key'?: string };
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Runs an operation that creates something, and answers 201. With an Idempotency-Key a repeat gets the first answer:
 * a client whose connection broke cannot know whether its request was carried out.
 */
export const createOnce = async <Body extends object>(
  deps: Pick<PortalDeps, 'database' | 'box'>,
  input: CreationInput,
  work: (transaction: Transaction) => Promise<Body>,
  locate?: (body: Body) => string,
): Promise<unknown> => {
  const { request, reply } = input;
  const key = input.headers['Idempotency-Key'];
  const make = async (transaction: Transaction) => ({ status: 201, body: await work(transaction) });
  const { body } =
    key === undefined
      ? await inTransaction(deps.database, make)
      : await answerOnce(
          deps,
          { scope: scopeOf(request), key, content: JSON.stringify([input.params, input.body]) },
          make,
        );
  if (locate !== undefined) reply.header('location', locate(body as Body));
  reply.code(201).header('cache-control', 'no-store');
  return body;
};

const scopeOf = (request: FastifyRequest): string => {
  const { actor } = actingOf(request);
  return `portal ${request.routeOptions.schema?.operationId ?? ''} ${actor.kind} ${actor.id ?? ''}`;
};
