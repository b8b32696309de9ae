import { findTenant } from '../../../accounts/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import {
  findPendingTotp,
  offerPasskeySignIn,
  type Passkey,
  type PasskeyPurpose,
  passkeyChallenge,
  relyingPartyOf,
  startTotp,
} from '../../factors/index.ts';
import { existsEnabledFederation } from '../../federation/index.ts';
import { submit } from '../html/field.ts';
import type { FormProblem } from '../html/form-problem.ts';
import { type Html, html } from '../html/html.ts';
import type { PageDeps } from '../page-deps.ts';
import { renderChooseAccount } from '../views/choose-account-view.ts';
import { renderEmailCode } from '../views/email-code-view.ts';
import { renderEnrolTotp } from '../views/enrol-totp-view.ts';
import { renderNewPassword } from '../views/new-password-view.ts';
import { renderRecoveryCodes } from '../views/recovery-codes-view.ts';
import { renderSecondFactor } from '../views/second-factor-view.ts';
import { renderCancel, renderRestart, renderSignIn } from '../views/sign-in-view.ts';
import { renderTerms } from '../views/terms-view.ts';
import { say } from '../words/say.ts';
import type { SignInStep } from './find-step.ts';
import type { SignInInteraction } from './open-interaction.ts';
import { type SignInProgress, saveProgress } from './sign-in-progress.ts';

/** What was typed before, and what was wrong with it. */
export interface ShowOptions {
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly problem?: FormProblem | undefined;
  /** The person asked for a recovery code instead. */
  readonly recovery?: boolean;
}

/** The page of a step. */
export const showStep = async (
  deps: PageDeps,
  interaction: SignInInteraction,
  progress: SignInProgress | undefined,
  step: Exclude<SignInStep, { readonly kind: 'done' }>,
  options: ShowOptions = {},
): Promise<Html> => {
  const { address: action, uid } = interaction;
  const { problem } = options;
  switch (step.kind) {
    case 'credentials':
      return renderSignIn({
        action,
        forgotten: `/identity/forgotten?${new URLSearchParams({ signIn: uid })}`,
        application: interaction.client.name,
        email: options.form?.email ?? interaction.loginHint,
        remember: options.form?.remember === 'yes',
        hasFederations: await existsEnabledFederation(deps.database),
        passkey: await offer(deps, 'signIn', [uid], []),
        problem,
      });
    case 'emailCode':
      return renderEmailCode({ action, email: step.email, problem });
    case 'account':
      return renderChooseAccount({
        action,
        email: step.users[0]?.email ?? '',
        choices: await Promise.all(
          step.users.map(async ({ id, tenantId, displayName }) => ({
            userId: id,
            displayName,
            tenantName: (await findTenant(deps.database, tenantId)).name,
          })),
        ),
      });
    case 'secondFactor': {
      const { user, factors } = step;
      const hasPasskeys = factors.passkeys.length > 0;
      return renderSecondFactor({
        action,
        person: user,
        hasTotp: factors.totp,
        passkey: hasPasskeys ? await offer(deps, 'secondFactor', [uid, user.id], factors.passkeys) : undefined,
        recovery: options.recovery === true,
        problem,
      });
    }
    case 'enrol':
      return await showEnrolment(deps, interaction, progress, step, problem);
    case 'recoveryCodes':
      return renderRecoveryCodes({
        codes: step.codes,
        next: html`<form method="post" action="${action}">
${submit(say('I have kept them'), 'action', 'codes-kept')}</form>`,
      });
    case 'newPassword':
      return renderNewPassword({ action, person: step.user, reason: step.reason, problem });
    case 'terms':
      return renderTerms({
        action,
        missing: step.missing,
        decline: renderCancel(action, say('I do not accept them')),
        problem,
      });
  }
};

const offer = async (
  deps: PageDeps,
  purpose: PasskeyPurpose,
  occasion: readonly string[],
  passkeys: readonly Passkey[],
): Promise<object | undefined> => {
  const party = relyingPartyOf(deps.publicUrl);
  if (party === undefined) return undefined;
  return await offerPasskeySignIn(party, { challenge: passkeyChallenge(deps.ring, purpose, occasion), passkeys });
};

/** The secret is made for this sign-in: one that lies around from before may be known to whoever made it. */
const showEnrolment = async (
  deps: PageDeps,
  interaction: SignInInteraction,
  progress: SignInProgress | undefined,
  { user }: Extract<SignInStep, { readonly kind: 'enrol' }>,
  problem: FormProblem | undefined,
): Promise<Html> => {
  const pending = progress?.enrolmentStarted === true ? await findPendingTotp(deps, { user }) : undefined;
  const enrolment =
    pending ??
    (await inTransaction(deps.database, (transaction) => startTotp({ transaction, box: deps.box }, { user })));
  if (pending === undefined && progress !== undefined) {
    await saveProgress(deps, interaction.uid, { ...progress, enrolmentStarted: true });
  }
  return renderEnrolTotp({
    action: interaction.address,
    enrolment,
    lead: say('Your account needs a second proof besides the password, so that a stolen password alone opens nothing.'),
    links: renderRestart(interaction.address),
    problem,
  });
};
