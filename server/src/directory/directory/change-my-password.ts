import { type Acting, changePassword, findUser } from '../../accounts/index.ts';
import { forgetSignIns } from '../../identity/authenticate/index.ts';
import { mailSecurityNotice } from '../../identity/pages/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import type { PasswordHasher, SecretBox } from '../../platform/secrets/index.ts';

export interface ChangeMyPasswordDeps {
  readonly database: Database;
  readonly passwords: PasswordHasher;
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
}

export interface ChangeMyPasswordInput {
  readonly userId: string;
  readonly tenantId: string;
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly newPasswordRepeat: string;
  /** Where the request came from. */
  readonly address: string;
}

/** Every session and token of the user ends, the caller's too, and the owner of the mailbox hears of it. */
export const changeMyPassword = async (
  deps: ChangeMyPasswordDeps,
  acting: Acting,
  input: ChangeMyPasswordInput,
): Promise<void> => {
  const { userId, tenantId } = input;
  const { secretBox, publicUrl } = deps;
  await changePassword(deps, acting, input);
  await inTransaction(deps.database, async (transaction) => {
    await forgetSignIns({ transaction, box: secretBox }, { userId });
    const user = await findUser(transaction, { userId, scope: { tenantId } });
    await mailSecurityNotice({ transaction, secretBox }, { user, event: 'passwordChanged', publicUrl });
  });
};
