// What the portal uses of identity, in one place.
export {
  type Authenticate,
  type Authenticator,
  actingOf,
  anyCaller,
  consoleHeader,
  directoryReader,
  endSignIn,
  forbidden,
  forgetSignIns,
  isAdministrator,
  listSignIns,
  openAuthenticator,
  openedProjectOf,
  platformAdministrator,
  principalKinds,
  principalOf,
  projectCallerOf,
  projectMember,
  rememberReply,
  renewConsoleSession,
  type SignIn,
  signedInUser,
  type TokenPrincipal,
  tokenPrincipalOf,
  type UserPrincipal,
  userOf,
} from '../identity/authenticate/index.ts';
export {
  confirmTotp,
  drawQrCode,
  type Factors,
  offerPasskeyRegistration,
  passkeyChallenge,
  type RelyingParty,
  readFactors,
  registerPasskey,
  relyingPartyOf,
  removePasskey,
  removeTotp,
  replaceRecoveryCodes,
  startTotp,
} from '../identity/factors/index.ts';
export { confirmationUrl, mailInvitation } from '../identity/pages/mails/mail-invitation.ts';
export { mailPasswordReset } from '../identity/pages/mails/mail-password-reset.ts';
export { mailSecurityNotice } from '../identity/pages/mails/mail-security-notice.ts';
export { rotateSigningKeys } from '../identity/provider/signing-keys.ts';
