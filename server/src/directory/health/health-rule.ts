import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticator, subscriptionKeyHolder } from '../../identity/authenticate/index.ts';
import type { Rule } from '../../platform/authorization/rule.ts';
import { translateDatabaseError } from '../../platform/database/index.ts';

const unchecked = new WeakSet<FastifyRequest>();

/** True when nobody could tell whether the key is good: the caller then learns no more than that. */
export const isKeyUnchecked = (request: FastifyRequest): boolean => unchecked.has(request);

/** The rest of the five seconds after which every error is due (goal R2) belongs to the probes. */
const keyDeadline = 2_000;

/**
 * Holders of a subscription key, as long as there is a database to ask. When there is none, that is the very thing which
 * the caller wants to know: the request goes on, and the answer says so (contract B16).
 */
export const healthRule = (authenticator: Authenticator, deadline = keyDeadline): Rule => ({
  ...subscriptionKeyHolder(authenticator),
  enforce: async (request, reply) => {
    const isChecked = await Promise.race([checkKey(authenticator, request, reply), late(deadline)]);
    if (!isChecked) unchecked.add(request);
  },
});

const checkKey = async (
  authenticator: Authenticator,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> => {
  try {
    await authenticator.key(request, reply);
    return true;
  } catch (error) {
    if (translateDatabaseError(error, {})?.kind === 'unavailable') return false;
    throw error;
  }
};

const late = async (milliseconds: number): Promise<boolean> =>
  await new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
