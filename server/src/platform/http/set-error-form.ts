import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConstraintRules } from '../database/index.ts';
import { AppError } from '../errors/app-error.ts';
import { statusOfKind } from '../errors/status-of-kind.ts';
import type { ErrorForm } from './error-form.ts';
import { toAppError } from './to-app-error.ts';

/** Within this scope every error, and every address without a route, is answered in the given form. */
export const setErrorForm = (scope: FastifyInstance, form: ErrorForm, rules: ConstraintRules): void => {
  const answer = async (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
    const status = form.statusOf?.(error) ?? statusOfKind[error.kind];
    if (form.mediaType !== undefined) reply.type(form.mediaType);
    reply.headers({ ...error.headers, 'cache-control': 'no-store' }).code(status);
    return await reply.send(form.render(error, { supportCode: request.id, status }));
  };

  scope.setErrorHandler(async (thrown, request, reply) => {
    const error = toAppError(thrown, rules);
    if (error.kind === 'unexpected' || error.kind === 'unavailable' || error.kind === 'dependencyFailed') {
      request.log.error({ err: error.cause ?? error, code: error.code }, error.message);
    }
    return await answer(error, request, reply);
  });

  scope.setNotFoundHandler(async (request, reply) => await answer(nothingThere(request), request, reply));
};

const nothingThere = (request: FastifyRequest): AppError => {
  const allowed = request.server.methodsOf(request.url);
  if (allowed.length === 0 || allowed.includes(request.method)) {
    return new AppError('notFound', 'route.unknown', 'There is nothing at this address.');
  }
  const message = `This address does not know ${request.method}, only ${allowed.join(', ')}.`;
  return new AppError('methodNotAllowed', 'method.not-allowed', message, { headers: { allow: allowed.join(', ') } });
};
