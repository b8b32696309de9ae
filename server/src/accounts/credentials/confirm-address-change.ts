import { recordAudit } from '../../platform/audit/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { Acting } from '../acting.ts';
import { changeUserEmail } from '../users/change-user-email.ts';
import type { User } from '../users/user.ts';
import { databaseNow, updateUser } from '../users/user-store.ts';
import type { OneTimeCodeDeps } from './exchange-activation-code.ts';
import type { AddressKind } from './request-address-change.ts';
import { codeInvalid, useOneTimeCode } from './use-one-time-code.ts';

export interface ConfirmAddressChangeInput {
  readonly userId: string;
  readonly kind: AddressKind;
  readonly address: string;
  readonly code: string;
}

/** Puts the new address in place, proven. The code fits only together with the address that it was sent to. */
export const confirmAddressChange = async (
  deps: OneTimeCodeDeps,
  acting: Acting,
  input: ConfirmAddressChangeInput,
): Promise<User> => {
  const purpose = input.kind === 'email' ? 'emailChange' : 'phoneChange';
  const user = await inTransaction(deps.database, async (transaction) => {
    const used = await useOneTimeCode({ ...deps, transaction }, { userId: input.userId, purpose, code: input.code });
    const address = used?.address ?? undefined;
    if (address === undefined || address.toLowerCase() !== input.address.trim().toLowerCase()) return undefined;
    return input.kind === 'email'
      ? await changeUserEmail(transaction, acting, {
          userId: input.userId,
          scope: 'everyTenant',
          email: address,
          verified: true,
        })
      : await setPhone(transaction, acting, input.userId, address);
  });
  if (user === undefined) throw codeInvalid();
  return user;
};

const setPhone = async (transaction: Transaction, acting: Acting, userId: string, phone: string): Promise<User> => {
  const user = await updateUser(transaction, userId, { phone, phoneVerifiedAt: databaseNow });
  await recordAudit(transaction, {
    ...acting,
    action: 'user.phone-changed',
    target: { kind: 'user', id: userId },
    tenantId: user.tenantId,
    details: { verified: true },
  });
  return user;
};
