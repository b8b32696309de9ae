import { AppError } from '../../platform/errors/app-error.ts';
import type { Acting } from '../acting.ts';
import { invalidInput } from '../text-rules.ts';
import { findUser } from '../users/find-user.ts';
import { readEmail, readPhone } from '../users/read-person.ts';
import { type CodeDeps, issueOneTimeCode } from './issue-one-time-code.ts';

export const addressKinds = ['email', 'phone'] as const;
export type AddressKind = (typeof addressKinds)[number];

export interface RequestAddressChangeInput {
  readonly userId: string;
  readonly kind: AddressKind;
  readonly oldAddress?: string | null | undefined;
  readonly newAddress: string;
}

export interface AddressChangeCode {
  /** To be sent to the new address, so that its owner proves it. */
  readonly code: string;
  readonly address: string;
  readonly expiresAt: Date;
}

/** Whether somebody else has the address already is told only to who can read its mail, when the code comes back. */
export const requestAddressChange = async (
  deps: CodeDeps,
  acting: Acting,
  input: RequestAddressChangeInput,
): Promise<AddressChangeCode> => {
  const user = await findUser(deps.transaction, { userId: input.userId, scope: 'everyTenant' });
  const reading = input.kind === 'email' ? readEmail(input.newAddress) : readPhone(input.newAddress);
  const problem = 'problem' in reading ? reading.problem : reading.value === null ? 'must not be empty' : undefined;
  if (problem !== undefined || !('value' in reading) || reading.value === null) {
    const message = `newAddress ${problem ?? 'is not valid'}.`;
    throw invalidInput('address.invalid', [{ in: 'body', path: '/newAddress', message }]);
  }
  const old = (input.kind === 'email' ? user.email : user.phone) ?? '';
  if ((input.oldAddress ?? '').trim().toLowerCase() !== old.toLowerCase()) {
    const message = 'oldAddress is not the address that the account has.';
    throw new AppError('invalid', 'address.old-differs', message, {
      details: [{ in: 'body', path: '/oldAddress', message }],
    });
  }
  const purpose = input.kind === 'email' ? 'emailChange' : 'phoneChange';
  const address = reading.value;
  return { address, ...(await issueOneTimeCode(deps, acting, { user, purpose, address })) };
};
