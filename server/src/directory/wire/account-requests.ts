import { type Static, Type } from 'typebox';
import { flag, int64, optional, text } from './members.ts';

export const UserInfoUpdate = Type.Object(
  {
    firstName: text(),
    lastName: text(),
    displayName: text('Defaults to last name, first name.'),
    countryCode: text(),
  },
  { title: 'UserInfoUpdate' },
);
export type UserInfoUpdate = Static<typeof UserInfoUpdate>;

export const ChangePasswordRequest = Type.Object(
  { oldPassword: text(), newPassword: text(), newPasswordRepeat: text() },
  { title: 'ChangePasswordRequest' },
);
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>;

export const ChangeAddressRequest = Type.Object(
  { oldAddress: text(), newAddress: text() },
  { title: 'ChangeAddressRequest' },
);
export type ChangeAddressRequest = Static<typeof ChangeAddressRequest>;

export const ConfirmationRequest = Type.Object(
  { activationCode: text(), address: text() },
  { title: 'ConfirmationRequest' },
);
export type ConfirmationRequest = Static<typeof ConfirmationRequest>;

const termsMembers = { acceptPlatformTerms: flag(), acceptServiceTerms: flag(), serviceId: text() };

export const ActivationRequest = Type.Object(
  {
    password: text(),
    passwordRepeat: text(),
    userId: text(),
    userDetails: optional(UserInfoUpdate),
    email: text('For validation only.'),
    ...termsMembers,
  },
  { title: 'ActivationRequest' },
);
export type ActivationRequest = Static<typeof ActivationRequest>;

export const AcceptPlatformTermsRequest = Type.Object(termsMembers, { title: 'AcceptPlatformTermsRequest' });
export type AcceptPlatformTermsRequest = Static<typeof AcceptPlatformTermsRequest>;

export const TokenWrapper = Type.Object(
  {
    expiry: int64('Unix epoch.'),
    issued: int64('Unix epoch.'),
    authToken: text('For the pending-activation and activate calls.'),
    issuedBy: text(),
  },
  { title: 'TokenWrapper' },
);
export type TokenWrapper = Static<typeof TokenWrapper>;
