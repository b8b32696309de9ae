import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What is known of a finished request; metrics and traces hear of it too. */
export interface FinishedRequest {
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export type RequestObserver = (finished: FinishedRequest, request: FastifyRequest) => void;

const operationOf = (request: FastifyRequest): string =>
  request.routeOptions.schema?.operationId ?? request.routeOptions.url ?? 'unknown';

/**
 * One line per request. The path itself is left out: it may hold an e-mail address or a file name. So are headers and
 * bodies, which hold keys and tokens.
 */
export const addRequestLog = (app: FastifyInstance, observe: RequestObserver): void => {
  app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
    const finished = {
      operation: operationOf(request),
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    };
    observe(finished, request);
    request.log.info(
      {
        operation: finished.operation,
        method: finished.method,
        caller: request.caller,
        status: finished.status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
};
