import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUser, type User } from '../../../accounts/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isOlderThanCredentials } from '../../provider/credentials-age-store.ts';
import type { PageDeps } from '../page-deps.ts';

/** Who is signed in in this browser. */
export interface AccountSession {
  readonly user: User;
  readonly sessionUid: string;
  /** Whether the person has shown who they are within the last quarter of an hour. */
  readonly isFresh: boolean;
  /** The person has just shown it again: what ends older sessions does not end this one. */
  renew(at: Date): Promise<void>;
}

const freshSeconds = 15 * 60;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The provider's own session, by its signed cookie; undefined when nobody is signed in (any more). */
export const openAccount = async (
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountSession | undefined> => {
  const provider = deps.provider();
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw) as never);
  const { accountId, loginTs = 0 } = session;
  if (accountId === undefined || !uuid.test(accountId)) return undefined;
  const user = await findUser(deps.database, { userId: accountId, scope: 'everyTenant' }).catch(nothingWhenMissing);
  if (user === undefined || !user.activated || user.deactivated) return undefined;
  if (await isOlderThanCredentials(deps.database, user.id, loginTs)) return undefined;
  request.caller = `user ${user.id}`;
  return {
    user,
    sessionUid: session.uid,
    isFresh: !session.past(freshSeconds),
    renew: async (at) => {
      session.loginAccount({ accountId, loginTs: Math.floor(at.getTime() / 1000), amr: session.amr, acr: session.acr });
      await session.persist();
    },
  };
};

const nothingWhenMissing = (error: unknown): undefined => {
  if (error instanceof AppError && error.kind === 'notFound') return undefined;
  throw error;
};

/** The pages to which a sign-in may come back. */
const ownPages = /^\/identity\/(terms|password|security|profile|catalog\/[0-9a-fA-F-]{36})(\/[a-z-]+)*(\?[^#]*)?$/;

export const isOwnPage = (path: string): boolean => ownPages.test(path) && !path.includes('\\');

/**
 * Where to sign in for a page of one's own account: the usual way, for an application of ours. It needs the session only;
 * the code that comes back is never redeemed. `mustBeFresh` asks for the password again when that was long ago.
 */
export const signInAddress = (
  deps: Pick<PageDeps, 'publicUrl' | 'signInClientId'>,
  path: string,
  mustBeFresh = false,
): string => {
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  const parameters = new URLSearchParams({
    client_id: deps.signInClientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${deps.publicUrl}/identity/signed-in`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: path,
    ...(mustBeFresh ? { max_age: String(freshSeconds) } : {}),
  });
  return `/identity/authorize?${parameters}`;
};
