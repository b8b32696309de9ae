import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secrets/index.ts';
import { createOidcAdapter } from '../../provider/oidc-adapter.ts';
import type { Method } from './methods.ts';

/** How far somebody has come in a sign-in that takes several steps. Kept here, sealed: the browser only has the cookie. */
export interface SignInProgress {
  /** What has been proven. */
  readonly methods: readonly Method[];
  /** The accounts that this opens. A version that has moved since voids it: somebody changed the password, say. */
  readonly accounts: readonly { readonly userId: string; readonly credentialsVersion: number }[];
  /** The account that was picked of several. */
  readonly accountId?: string | undefined;
  readonly remember: boolean;
  /** Where a code was sent, if there is such an account. */
  readonly codeSentTo?: string | undefined;
  /** The secret of a new authenticator app was made for this sign-in. */
  readonly enrolmentStarted?: boolean | undefined;
  /** To be shown until the person says that they are kept. */
  readonly recoveryCodes?: readonly string[] | undefined;
}

interface StoreDeps {
  readonly database: Database;
  readonly box: SecretBox;
}

const seconds = 15 * 60;
const adapterOf = (deps: StoreDeps) => createOidcAdapter(deps, 'SignInProgress');

export const readProgress = async (deps: StoreDeps, interaction: string): Promise<SignInProgress | undefined> => {
  const stored = (await adapterOf(deps).find(interaction)) as { readonly progress?: SignInProgress } | undefined;
  return stored?.progress;
};

export const saveProgress = async (deps: StoreDeps, interaction: string, progress: SignInProgress): Promise<void> =>
  void (await adapterOf(deps).upsert(interaction, { progress } as unknown as AdapterPayload, seconds));

export const forgetProgress = async (deps: StoreDeps, interaction: string): Promise<void> =>
  void (await adapterOf(deps).destroy(interaction));
