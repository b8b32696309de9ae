export { rotateSigningKeysNow } from '../provider/rotate-signing-keys-now.ts';
export { addConsoleSignIn } from './console/add-console-sign-in.ts';
export type { ConsoleDeps } from './console/console-deps.ts';
export { renewConsoleSession } from './console/console-session-store.ts';
export {
  type CredentialCache,
  type CredentialCacheOptions,
  createCredentialCache,
  credentialTopic,
  type Found,
} from './credential-cache.ts';
export { type Authenticator, type AuthenticatorDeps, openAuthenticator } from './open-authenticator.ts';
export {
  type ApplicationPrincipal,
  type AutomationPrincipal,
  isAdministrator,
  isDirectoryReader,
  type KeyPrincipal,
  type Principal,
  principalId,
  type TokenPrincipal,
  type UserPrincipal,
} from './principal.ts';
export { actingOf, principalOf, setPrincipal, tokenPrincipalOf, userOf } from './principal-of.ts';
export { automationTokenOfProject } from './rules/automation-token-of-project.ts';
export { automationTokenOrMember } from './rules/automation-token-or-member.ts';
export {
  type Authenticate,
  anyCaller,
  directoryReader,
  forbidden,
  people,
  platformAdministrator,
  principalKinds,
  signedInUser,
} from './rules/caller-rule.ts';
export { type LinkedApplicationOptions, linkedApplication, linkedServicesOf } from './rules/linked-application.ts';
export type { LinkedService } from './rules/linked-service-store.ts';
export { pathId } from './rules/path-id.ts';
export { type OpenedProject, openedProjectOf, projectCallerOf, projectMember } from './rules/project-member.ts';
export { serviceKeeper } from './rules/service-keeper.ts';
export { servicesKeptBy } from './rules/service-keeper-store.ts';
export { subscriptionKeyHolder } from './rules/subscription-key-holder.ts';
export { type EndSignInInput, endSignIn } from './sign-ins/end-sign-in.ts';
export { type ForgetSignInsInput, forgetSignIns } from './sign-ins/forget-sign-ins.ts';
export { listSignIns, type SignIn } from './sign-ins/list-sign-ins.ts';
export { signOut } from './sign-ins/sign-out.ts';
