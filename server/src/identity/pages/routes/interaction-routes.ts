import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findUser, noteSignIn } from '../../../accounts/index.ts';
import { actingOf } from '../acting-of.ts';
import type { Html } from '../html/html.ts';
import type { PageDeps } from '../page-deps.ts';
import { answerForm, formOf, sendElsewhere, sendPage } from '../send-page.ts';
import { findStep, type SignInStep } from '../sign-in/find-step.ts';
import { acrOf } from '../sign-in/methods.ts';
import { openInteraction, type SignInInteraction, signInEnded } from '../sign-in/open-interaction.ts';
import { describeScopes, readAskedScopes } from '../sign-in/scope-words.ts';
import { showStep } from '../sign-in/show-step.ts';
import { forgetProgress, readProgress, type SignInProgress, saveProgress } from '../sign-in/sign-in-progress.ts';
import { startProgress } from '../sign-in/start-progress.ts';
import { takeConsent } from '../sign-in/take-consent.ts';
import { takeStep } from '../sign-in/take-step.ts';
import { renderConsent } from '../views/consent-view.ts';
import { answerFederation } from './federation-routes.ts';
import { pageRoute } from './page-route.ts';

/** The sign-in itself: one address for all its steps, where what was done so far decides what the page asks for. */
export const addInteractionRoutes = (scope: FastifyInstance, deps: PageDeps): void => {
  const options = pageRoute('signing in, and what an application may do');
  scope.get('/interaction/:uid', options, async (request, reply) => {
    const interaction = await openInteraction(deps, request, reply);
    const leavesTo = leavesToOf(deps, interaction);
    if (interaction.prompt.name === 'consent')
      return sendPage(reply, await showConsent(deps, interaction), { leavesTo });
    const { progress, step } = await findPlace(deps, interaction);
    if (step.kind === 'done') return await finish(deps, request, reply, interaction, progress, step);
    const recovery = isRecovery(request);
    return sendPage(reply, await showStep(deps, interaction, progress, step, { recovery }), { leavesTo });
  });

  scope.post('/interaction/:uid', options, async (request, reply) => {
    const interaction = await openInteraction(deps, request, reply);
    const form = formOf(request);
    if (form.action === 'cancel') return await cancel(deps, reply, interaction);
    if (form.action === 'restart') {
      await forgetProgress(deps, interaction.uid);
      return sendElsewhere(reply, interaction.address);
    }
    return interaction.prompt.name === 'consent'
      ? await answerConsent(deps, request, reply, interaction)
      : await answerStep(deps, request, reply, interaction);
  });
};

const isRecovery = (request: FastifyRequest): boolean =>
  (request.query as { readonly way?: unknown }).way === 'recovery';

/** Where forms may end: at the application; a device has none, but may be sent to an organisation's own sign-in. */
const leavesToOf = (deps: PageDeps, { redirectUri }: SignInInteraction): string => redirectUri ?? deps.publicUrl;

const findPlace = async (
  deps: PageDeps,
  interaction: SignInInteraction,
): Promise<{ readonly progress: SignInProgress | undefined; readonly step: SignInStep }> => {
  const progress = (await readProgress(deps, interaction.uid)) ?? (await startProgress(deps, interaction));
  return { progress, step: await findStep(deps, interaction.client, progress) };
};

const answerStep = async (
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: SignInInteraction,
): Promise<FastifyReply> => {
  const { progress, step } = await findPlace(deps, interaction);
  const form = formOf(request);
  const work = async () => {
    if (form.action === 'federation') return await answerFederation(deps, request, reply, interaction);
    const next = await takeStep(deps, request, interaction, progress, step);
    const after = await findStep(deps, interaction.client, next);
    if (after.kind === 'done') return await finish(deps, request, reply, interaction, next, after);
    if (next !== undefined) await saveProgress(deps, interaction.uid, next);
    return sendElsewhere(reply, interaction.address);
  };
  const shown: SignInStep = form.password === undefined && step.kind !== 'done' ? step : { kind: 'credentials' };
  return await answerForm(
    reply,
    work,
    async (problem) =>
      await showStep(deps, interaction, progress, shown, { form, problem, recovery: isRecovery(request) }),
    { leavesTo: leavesToOf(deps, interaction) },
  );
};

const finish = async (
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: SignInInteraction,
  progress: SignInProgress | undefined,
  { user }: Extract<SignInStep, { readonly kind: 'done' }>,
): Promise<FastifyReply> => {
  const { methods = [], remember = false } = progress ?? {};
  request.caller = `user ${user.id}`;
  const next = await interaction.end({
    login: { accountId: user.id, amr: [...methods], acr: acrOf(methods), remember },
  });
  await forgetProgress(deps, interaction.uid);
  await noteSignIn(deps.database, { userId: user.id });
  return sendElsewhere(reply, next);
};

/** The application hears that the person did not want to. */
const cancel = async (deps: PageDeps, reply: FastifyReply, interaction: SignInInteraction): Promise<FastifyReply> => {
  await forgetProgress(deps, interaction.uid);
  const next = await interaction.end({
    error: 'access_denied',
    error_description: 'The person did not go on with the sign-in.',
  });
  return sendElsewhere(reply, next);
};

const showConsent = async (deps: PageDeps, interaction: SignInInteraction): Promise<Html> => {
  const { client, address, prompt, redirectUri, session } = interaction;
  if (session === undefined) throw signInEnded();
  const asked = readAskedScopes(prompt.details);
  const url = redirectUri === undefined ? null : URL.parse(redirectUri);
  return renderConsent({
    action: address,
    application: client.name,
    host: url === null ? undefined : url.host || url.protocol,
    person: await findUser(deps.database, { userId: session.accountId, scope: 'everyTenant' }),
    requests: await describeScopes(deps.database, client, asked),
  });
};

const answerConsent = async (
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: SignInInteraction,
): Promise<FastifyReply> => {
  const { consent } = formOf(request);
  if (consent !== 'allow') return sendElsewhere(reply, interaction.address);
  const acting = actingOf(request, interaction.session?.accountId);
  return sendElsewhere(reply, await takeConsent(deps, acting, interaction));
};
