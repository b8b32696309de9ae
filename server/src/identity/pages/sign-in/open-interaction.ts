import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults, type PromptDetail } from 'oidc-provider';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Registration } from '../../provider/registration.ts';
import { selectRegistration } from '../../provider/registration-store.ts';
import type { PageDeps } from '../page-deps.ts';
import { chooseLanguage, speakFromNowOn } from '../words/language.ts';

/** What the provider wants to know of the person in this browser, and for whom. */
export interface SignInInteraction {
  readonly uid: string;
  /** The page of it, where its forms go too. */
  readonly address: string;
  readonly prompt: PromptDetail;
  readonly client: Registration;
  readonly redirectUri: string | undefined;
  readonly loginHint: string | undefined;
  /** Who is signed in in this browser already. */
  readonly session:
    | { readonly accountId: string; readonly uid: string; readonly amr: readonly string[] | undefined }
    | undefined;
  readonly grantId: string | undefined;
  /** Hands the answer to the provider; gives the address where the browser goes on. */
  end(result: InteractionResults): Promise<string>;
}

export const signInEnded = (): AppError =>
  new AppError(
    'invalid',
    'sign-in.ended',
    'It took too long, or it was finished or started again in another window. Go back to the application and start again. Cookies must be allowed for this site.',
  );

/** The interaction of the cookie, which must be the one of the address. */
export const openInteraction = async (
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignInInteraction> => {
  const provider = deps.provider();
  const details = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
    throw error instanceof errors.SessionNotFound ? signInEnded() : error;
  });
  const { uid } = request.params as { readonly uid: string };
  if (details.uid !== uid) throw signInEnded();
  const client = await selectRegistration(deps.database, String(details.params.client_id));
  if (client === undefined) {
    throw new AppError('forbidden', 'application.unknown', 'The application is not registered any more.');
  }
  const wished = textOf(details.params.ui_locales);
  if (wished !== undefined) speakFromNowOn(chooseLanguage(wished, request.headers['accept-language']));
  const { session } = details;
  return {
    uid,
    address: `/identity/interaction/${uid}`,
    prompt: details.prompt,
    client,
    redirectUri: textOf(details.params.redirect_uri),
    loginHint: textOf(details.params.login_hint),
    session: session === undefined ? undefined : { accountId: session.accountId, uid: session.uid, amr: session.amr },
    grantId: details.grantId,
    end: async (result) => {
      // The grant is of whoever was signed in before and ends with that session; this sign-in must not end with it.
      if (result.login !== undefined && result.login.accountId !== session?.accountId) details.grantId = undefined;
      details.result = result.error === undefined ? { ...details.lastSubmission, ...result } : result;
      await details.persist();
      return details.returnTo;
    },
  };
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
