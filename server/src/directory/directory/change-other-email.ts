import { type Acting, changeUserEmail, findUser } from '../../accounts/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { SecretBox } from '../../platform/secrets/index.ts';
import { mailAddressChanged } from './address-mails.ts';

export interface ChangeOtherEmailDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
}

export interface ChangeOtherEmailInput {
  readonly userId: string;
  readonly tenantId: string;
  /** Where given, it must be the one that the account has. */
  readonly oldAddress: string | null | undefined;
  readonly newAddress: string;
}

/** An administrator's doing: the new address is unproven, and the owner of the old one hears of it. */
export const changeOtherEmail = async (
  deps: ChangeOtherEmailDeps,
  acting: Acting,
  input: ChangeOtherEmailInput,
): Promise<void> =>
  await inTransaction(deps.database, async (transaction) => {
    const scope = { tenantId: input.tenantId };
    const user = await findUser(transaction, { userId: input.userId, scope });
    const oldAddress = input.oldAddress?.trim() ?? '';
    if (oldAddress !== '' && oldAddress.toLowerCase() !== user.email.toLowerCase()) {
      const message = 'oldAddress is not the address that the account has.';
      const details = [{ in: 'body' as const, path: '/oldAddress', message }];
      throw new AppError('invalid', 'address.old-differs', message, { details });
    }
    const { userId, newAddress: email } = input;
    await changeUserEmail(transaction, acting, { userId, scope, email, verified: false });
    const { secretBox, publicUrl } = deps;
    await mailAddressChanged({ transaction, secretBox }, { to: user.email, publicUrl });
  });
