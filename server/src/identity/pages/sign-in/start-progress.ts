import { findUser } from '../../../accounts/index.ts';
import type { PageDeps } from '../page-deps.ts';
import { readMethods } from './methods.ts';
import type { SignInInteraction } from './open-interaction.ts';
import { secondFactorMissing } from './sign-in-policy.ts';
import type { SignInProgress } from './sign-in-progress.ts';

/**
 * Where a sign-in begins: with nothing, unless the person is signed in and only the second factor is missing. Then it goes
 * on from what the session knows.
 */
export const startProgress = async (
  deps: PageDeps,
  interaction: SignInInteraction,
): Promise<SignInProgress | undefined> => {
  const { session, prompt } = interaction;
  const isStepUp = prompt.reasons.length > 0 && prompt.reasons.every((reason) => reason === secondFactorMissing);
  if (session === undefined || !isStepUp) return undefined;
  const { id, credentialsVersion } = await findUser(deps.database, { userId: session.accountId, scope: 'everyTenant' });
  return { methods: readMethods(session.amr), accounts: [{ userId: id, credentialsVersion }], remember: true };
};
