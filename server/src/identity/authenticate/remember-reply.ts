import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const replies = new WeakMap<FastifyRequest, FastifyReply>();

/** Rules see the request alone, and counting a caller's requests puts headers on the answer. */
export const rememberReply = (scope: FastifyInstance): void => {
  scope.addHook('onRequest', (request, reply, done) => {
    replies.set(request, reply);
    done();
  });
};

export const replyOf = (request: FastifyRequest): FastifyReply => {
  const reply = replies.get(request);
  if (reply === undefined) throw new Error('The area of this route was not prepared for authentication.');
  return reply;
};
