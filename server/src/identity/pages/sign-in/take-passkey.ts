import type { Acting } from '../../../accounts/index.ts';
import { needRelyingParty, passkeyChallenge, type UsedPasskey, verifyPasskey } from '../../factors/index.ts';
import type { PageDeps } from '../page-deps.ts';
import { addMethods, type Method } from './methods.ts';
import type { SignInProgress } from './sign-in-progress.ts';

const methodOf = ({ kind }: UsedPasskey): Method => (kind === 'hardware' ? 'hwk' : 'swk');

/** Instead of the password: the passkey says who comes, and its owner was verified, which makes two factors. */
export const takePasskeySignIn = async (
  deps: PageDeps,
  acting: Acting,
  input: { readonly interaction: string; readonly answer: string; readonly address: string },
): Promise<SignInProgress> => {
  const used = await verifyPasskey({ ...deps, party: needRelyingParty(deps.publicUrl) }, acting, {
    answer: input.answer,
    address: input.address,
    challenge: passkeyChallenge(deps.ring, 'signIn', [input.interaction]),
  });
  return {
    methods: addMethods([], methodOf(used), 'mfa'),
    accounts: [{ userId: used.user.id, credentialsVersion: used.user.credentialsVersion }],
    remember: false,
  };
};

/** After the password: a passkey of this user. */
export const takePasskeyFactor = async (
  deps: PageDeps,
  acting: Acting,
  input: {
    readonly interaction: string;
    readonly userId: string;
    readonly answer: string;
    readonly address: string;
    readonly progress: SignInProgress;
  },
): Promise<SignInProgress> => {
  const { userId, progress } = input;
  const used = await verifyPasskey({ ...deps, party: needRelyingParty(deps.publicUrl) }, acting, {
    answer: input.answer,
    address: input.address,
    userId,
    challenge: passkeyChallenge(deps.ring, 'secondFactor', [input.interaction, userId]),
  });
  return { ...progress, methods: addMethods(progress.methods, methodOf(used), 'mfa') };
};
