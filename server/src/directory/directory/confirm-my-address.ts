import { type Acting, type AddressKind, confirmAddressChange, findUser } from '../../accounts/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import type { OneTimeCodes, SecretBox } from '../../platform/secrets/index.ts';
import { mailAddressChanged } from './address-mails.ts';

export interface ConfirmMyAddressDeps {
  readonly database: Database;
  readonly oneTimeCodes: OneTimeCodes;
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
}

export interface ConfirmMyAddressInput {
  readonly userId: string;
  readonly tenantId: string;
  readonly kind: AddressKind;
  readonly address: string;
  readonly code: string;
}

/** Puts the new address in place. The owner of an old mailbox hears of it there. */
export const confirmMyAddress = async (
  deps: ConfirmMyAddressDeps,
  acting: Acting,
  input: ConfirmMyAddressInput,
): Promise<void> => {
  const { userId, tenantId, kind } = input;
  const before = await findUser(deps.database, { userId, scope: { tenantId } });
  await confirmAddressChange(deps, acting, input);
  if (kind !== 'email') return;
  const { secretBox, publicUrl } = deps;
  await inTransaction(
    deps.database,
    async (transaction) => await mailAddressChanged({ transaction, secretBox }, { to: before.email, publicUrl }),
  );
};
