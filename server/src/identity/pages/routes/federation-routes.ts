import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import {
  attemptSeconds,
  type FederatedAttempt,
  type Federation,
  findFederationsForEmail,
  readClaims,
  redeemFederatedCode,
  resolveFederatedUser,
  selectFederation,
  startFederatedSignIn,
  takeAttempt,
} from '../../federation/index.ts';
import { actingOf } from '../acting-of.ts';
import type { PageDeps } from '../page-deps.ts';
import { requireField } from '../require-field.ts';
import { formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { addMethods } from '../sign-in/methods.ts';
import { type SignInInteraction, signInEnded } from '../sign-in/open-interaction.ts';
import { saveProgress } from '../sign-in/sign-in-progress.ts';
import { renderChooseFederation } from '../views/choose-federation-view.ts';
import { renderMessage } from '../views/message-view.ts';
import { say } from '../words/say.ts';
import { pageRoute } from './page-route.ts';
import { queryOf } from './query-of.ts';

const cookieName = 'portolan_federation';
const cookieOf = (publicUrl: string, value: string, seconds: number): string =>
  `${cookieName}=${value}; Max-Age=${seconds}; Path=/identity/federation; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`;

/** Sends the person to sign in at their organisation, found by the domain of the address. */
export const answerFederation = async (
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: SignInInteraction,
): Promise<FastifyReply> => {
  const form = formOf(request);
  const email = requireField(form, 'email', 'Enter your e-mail address.').trim();
  const remember = form.remember === 'yes';
  const federations = await findFederationsForEmail(deps.database, email);
  const chosen = federations.length === 1 ? federations[0] : federations.find(({ id }) => id === form.federation);
  if (federations.length === 0) {
    const message = 'No organisation signs people with this address in here. Use your password.';
    throw new AppError('invalid', 'federation.none', message, { details: [{ in: 'body', path: '/email', message }] });
  }
  if (chosen === undefined) {
    const page = renderChooseFederation({ action: interaction.address, email, remember, choices: federations });
    return sendPage(reply, page, { leavesTo: interaction.redirectUri ?? deps.publicUrl });
  }
  const { address, attempt } = await startFederatedSignIn(deps, {
    federation: chosen,
    interaction: interaction.uid,
    remember,
    email,
  });
  reply.header('set-cookie', cookieOf(deps.publicUrl, attempt.state, attemptSeconds));
  return sendElsewhere(reply, address);
};

/** Where an organisation sends the browser back. */
export const addFederationRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  scope.get('/federation/callback', pageRoute('the answer of an issuer is checked'), async (request, reply) => {
    const { state = '', code, error, iss } = queryOf(request);
    // Only the browser that was sent there may come back: somebody else's answer would sign a person in as another.
    if (state === '' || !cookiesOf(request).includes(`${cookieName}=${state}`)) throw signInEnded();
    reply.header('set-cookie', cookieOf(deps.publicUrl, '', 0));
    const attempt = await takeAttempt(deps, state);
    const federation =
      attempt === undefined ? undefined : await selectFederation(deps.database, { id: attempt.federationId });
    if (attempt === undefined || federation?.enabled !== true) throw signInEnded();
    const back = `/identity/interaction/${attempt.interaction}`;
    if (error !== undefined || code === undefined) {
      const text = say('{organisation} did not sign you in.', { organisation: federation.name });
      const link = { label: say('Back to the sign-in'), address: back };
      return sendPage(reply, renderMessage({ title: say('You were not signed in'), text, link }), { status: 400 });
    }
    await refuseMixUp(deps, federation, iss);
    await takeAnswer(deps, request, { federation, attempt, code });
    return sendElsewhere(reply, back);
  });
};

const cookiesOf = (request: FastifyRequest): string[] =>
  (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());

/** An answer must not come from another issuer than the one that was asked (RFC 9207). */
const refuseMixUp = async (deps: PageDeps, federation: Federation, iss: string | undefined): Promise<void> => {
  const { namesItself } = await deps.discoverIssuer(federation.issuer);
  const isRight = iss === undefined ? !namesItself : iss === federation.issuer;
  if (!isRight) throw new AppError('forbidden', 'federation.mixed-up', 'The answer came from another issuer.');
};

const takeAnswer = async (
  deps: PageDeps,
  request: FastifyRequest,
  input: { readonly federation: Federation; readonly attempt: FederatedAttempt; readonly code: string },
): Promise<void> => {
  const { federation, attempt } = input;
  const claims = await redeemFederatedCode(deps, input);
  const person = readClaims(claims, federation.claimMapping);
  const user = await inTransaction(deps.database, (transaction) =>
    resolveFederatedUser(transaction, actingOf(request), { federation, person }),
  );
  await saveProgress(deps, attempt.interaction, {
    methods: addMethods([], 'fed', ...(person.hasTwoFactors ? (['mfa'] as const) : [])),
    accounts: [{ userId: user.id, credentialsVersion: user.credentialsVersion }],
    remember: attempt.remember,
  });
};
