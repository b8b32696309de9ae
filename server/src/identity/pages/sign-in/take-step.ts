import type { FastifyRequest } from 'fastify';
import { actingOf } from '../acting-of.ts';
import type { PageDeps } from '../page-deps.ts';
import { formOf } from '../send-page.ts';
import type { SignInStep } from './find-step.ts';
import type { SignInInteraction } from './open-interaction.ts';
import { sendSignInCode } from './send-sign-in-code.ts';
import type { SignInProgress } from './sign-in-progress.ts';
import { takeEmailCode } from './take-email-code.ts';
import { takeEnrolment } from './take-enrolment.ts';
import { takeNewPassword } from './take-new-password.ts';
import { takePasskeySignIn } from './take-passkey.ts';
import { takePassword } from './take-password.ts';
import { takeSecondFactor } from './take-second-factor.ts';
import { takeTerms } from './take-terms.ts';

/**
 * Takes what a form of the sign-in sent and gives how far the person is then. E-mail and password always begin anew, so
 * that a page from the browser's history works.
 */
export const takeStep = async (
  deps: PageDeps,
  request: FastifyRequest,
  interaction: SignInInteraction,
  progress: SignInProgress | undefined,
  step: SignInStep,
): Promise<SignInProgress | undefined> => {
  const form = formOf(request);
  const { uid } = interaction;
  const where = { address: request.ip, interaction: uid };
  if (form.action === 'send-code') return await sendSignInCode(deps, { ...where, form, supportCode: request.id });
  if (progress === undefined || step.kind === 'credentials' || form.password !== undefined) {
    const answer = form.passkey ?? '';
    return answer === ''
      ? await takePassword(deps, actingOf(request), { form, address: request.ip })
      : await takePasskeySignIn(deps, actingOf(request), { ...where, answer });
  }
  return await takeLaterStep(deps, request, interaction, progress, step);
};

const takeLaterStep = async (
  deps: PageDeps,
  request: FastifyRequest,
  { uid, session }: SignInInteraction,
  progress: SignInProgress,
  step: Exclude<SignInStep, { readonly kind: 'credentials' }>,
): Promise<SignInProgress> => {
  const form = formOf(request);
  const where = { address: request.ip, interaction: uid };
  if (step.kind === 'emailCode') {
    const proven = await takeEmailCode(deps, actingOf(request), { ...where, email: step.email, code: form.code ?? '' });
    return { ...progress, ...proven, codeSentTo: undefined };
  }
  if (step.kind === 'account') {
    const chosen = step.users.find(({ id }) => id === form.account);
    return { ...progress, accountId: chosen?.id };
  }
  const acting = actingOf(request, step.user.id);
  const input = { ...where, form, user: step.user, progress };
  switch (step.kind) {
    case 'secondFactor':
      return await takeSecondFactor(deps, acting, input);
    case 'enrol':
      return await takeEnrolment(deps, acting, input);
    case 'recoveryCodes':
      return form.action === 'codes-kept' ? { ...progress, recoveryCodes: undefined } : progress;
    case 'newPassword':
      return await takeNewPassword(deps, acting, { ...input, sessionUid: session?.uid });
    case 'terms':
      await takeTerms(deps, acting, { form, user: step.user, missing: step.missing });
      return progress;
    case 'done':
      return progress;
  }
};
