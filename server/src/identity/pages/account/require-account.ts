import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../address-of.ts';
import type { PageDeps } from '../page-deps.ts';
import { sendElsewhere } from '../send-page.ts';
import { type AccountSession, openAccount, signInAddress } from './open-account.ts';

export type AccountHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  account: AccountSession,
) => Promise<FastifyReply>;

/**
 * Serves a page only to whoever is signed in, and sends everybody else to do so first. A form that comes without a session
 * begins at its page again: what it held is not kept while strangers may sit there.
 */
export const withAccount =
  (deps: PageDeps, options: { readonly mustBeFresh?: boolean; readonly page?: string }, handler: AccountHandler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const account = await openAccount(deps, request, reply);
    if (account !== undefined && (options.mustBeFresh !== true || account.isFresh)) {
      return await handler(request, reply, account);
    }
    const page = request.method === 'GET' ? addressOf(request) : (options.page ?? addressOf(request));
    return sendElsewhere(reply, signInAddress(deps, page, options.mustBeFresh));
  };
