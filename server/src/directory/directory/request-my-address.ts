import { type Acting, type AddressKind, findUser, requestAddressChange } from '../../accounts/index.ts';
import { type Database, inTransaction } from '../../platform/database/index.ts';
import type { OneTimeCodes, SecretBox } from '../../platform/secrets/index.ts';
import { mailAddressCode } from './address-mails.ts';

export interface RequestMyAddressInput {
  readonly userId: string;
  readonly tenantId: string;
  readonly kind: AddressKind;
  readonly oldAddress: string | null | undefined;
  readonly newAddress: string;
}

/** Mails a code; the new address counts once that comes back (contract B13). */
export const requestMyAddress = async (
  deps: { readonly database: Database; readonly oneTimeCodes: OneTimeCodes; readonly secretBox: SecretBox },
  acting: Acting,
  input: RequestMyAddressInput,
): Promise<void> =>
  await inTransaction(deps.database, async (transaction) => {
    const { oneTimeCodes, secretBox } = deps;
    const { userId, tenantId, kind } = input;
    const { code, address } = await requestAddressChange({ transaction, oneTimeCodes }, acting, input);
    const user = await findUser(transaction, { userId, scope: { tenantId } });
    await mailAddressCode({ transaction, secretBox }, { kind, code, to: kind === 'email' ? address : user.email });
  });
