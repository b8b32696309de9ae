export { type Acting, actingSystem, userIdOf } from './acting.ts';
export { changeCompany } from './companies/change-company.ts';
export { type Company, type CompanyFilter, countCompanies } from './companies/company-store.ts';
export { createCompany } from './companies/create-company.ts';
export { deleteCompany } from './companies/delete-company.ts';
export { type CompanyWithCounts, findCompany } from './companies/find-company.ts';
export { listCompanies } from './companies/list-companies.ts';
export { listCompaniesOfUser } from './companies/list-companies-of-user.ts';
export { type ListCompanyMembersInput, listCompanyMembers } from './companies/list-company-members.ts';
export {
  type CompanyMember,
  type CompanyOfUser,
  countCompaniesOfUser,
  type MemberCounts,
  type MembershipState,
  membershipStates,
} from './companies/membership-store.ts';
export type { CompanyInput } from './companies/read-company.ts';
export { removeMembership } from './companies/remove-membership.ts';
export { type SetMembershipInput, setMembership } from './companies/set-membership.ts';
export { accountsConstraintRules } from './constraint-rules.ts';
export type { ActionContext } from './credentials/action-token-store.ts';
export { type ActivateUserInput, activateUser } from './credentials/activate-user.ts';
export { type ChangePasswordInput, changePassword } from './credentials/change-password.ts';
export { type ConfirmAddressChangeInput, confirmAddressChange } from './credentials/confirm-address-change.ts';
export { deleteExpiredCredentials } from './credentials/delete-expired-credentials.ts';
export {
  type ActivationToken,
  exchangeActivationCode,
  type OneTimeCodeDeps,
} from './credentials/exchange-activation-code.ts';
export { findPendingActivation, type PendingActivation } from './credentials/find-pending-activation.ts';
export { findPendingReset } from './credentials/find-pending-reset.ts';
export { type Invitation, type InviteUserInput, inviteUser } from './credentials/invite-user.ts';
export { type CodeDeps, type IssueCodeInput, issueOneTimeCode } from './credentials/issue-one-time-code.ts';
export { noteSignIn } from './credentials/note-sign-in.ts';
export { type CodePurpose, codePurposes } from './credentials/one-time-code-store.ts';
export {
  isPasswordTooOld,
  type PasswordPolicy,
  passwordDueAt,
  passwordPolicyUnits,
} from './credentials/password-age.ts';
export {
  findPasswordProblem,
  leastPasswordLength,
  mostPasswordLength,
  type PasswordOwner,
  type PasswordProblem,
} from './credentials/password-rules.ts';
export { type PreparedPassword, preparePassword } from './credentials/prepare-password.ts';
export { type PasswordFacts, readPasswordState } from './credentials/read-password-state.ts';
export {
  type AddressChangeCode,
  type AddressKind,
  addressKinds,
  type RequestAddressChangeInput,
  requestAddressChange,
} from './credentials/request-address-change.ts';
export { type PasswordReset, requestPasswordReset } from './credentials/request-password-reset.ts';
export { resetPassword } from './credentials/reset-password.ts';
export { type SetPasswordInput, setPassword } from './credentials/set-password.ts';
export { forgiveSignInTries, type SignInTry, takeSignInTry } from './credentials/sign-in-throttle.ts';
export {
  type SignedInAccount,
  type SignInDeps,
  type SignInInput,
  signInWithPassword,
} from './credentials/sign-in-with-password.ts';
export { codeInvalid, type UsedCode, useOneTimeCode } from './credentials/use-one-time-code.ts';
export { verifyPassword } from './credentials/verify-password.ts';
export { ensureFirstAdministrator, type FirstAdministrator } from './first-start/ensure-first-administrator.ts';
export type { NamePage } from './name-page.ts';
export { type AddTrustedIssuerInput, addTrustedIssuer } from './projects/add-trusted-issuer.ts';
export { automationTokenPrefix } from './projects/automation-token.ts';
export type { AutomationToken } from './projects/automation-token-store.ts';
export { changeProject } from './projects/change-project.ts';
export { type CreateProjectInput, createProject } from './projects/create-project.ts';
export { deleteDeadAutomationTokens } from './projects/delete-dead-automation-tokens.ts';
export { deleteProject } from './projects/delete-project.ts';
export { type IssuedAutomationToken, issueAutomationToken } from './projects/issue-automation-token.ts';
export { issueExchangedToken, type VerifiedJob } from './projects/issue-exchanged-token.ts';
export { listAutomationTokens } from './projects/list-automation-tokens.ts';
export { listMembers } from './projects/list-members.ts';
export { listProjects } from './projects/list-projects.ts';
export { listTrustedIssuers } from './projects/list-trusted-issuers.ts';
export type { ProjectMember } from './projects/member-store.ts';
export { openProject, type ProjectCaller, projectNotFound } from './projects/open-project.ts';
export { isProjectRole, type ProjectRole, projectRoles, roleSuffices } from './projects/project-role.ts';
export { countProjects, type Project, type ProjectFilter } from './projects/project-store.ts';
export { removeMember } from './projects/remove-member.ts';
export { removeTrustedIssuer } from './projects/remove-trusted-issuer.ts';
export { revokeAutomationToken } from './projects/revoke-automation-token.ts';
export { setMember } from './projects/set-member.ts';
export type { TrustedIssuer } from './projects/trusted-issuer-store.ts';
export { type AutomationCaller, verifyAutomationToken } from './projects/verify-automation-token.ts';
export { grantPlatformRole } from './roles/grant-platform-role.ts';
export { listPlatformRoles } from './roles/list-platform-roles.ts';
export { type PlatformRole, platformRoles } from './roles/role-store.ts';
export { withdrawPlatformRole } from './roles/withdraw-platform-role.ts';
export { systemTenantId, type TenantScope } from './tenant-scope.ts';
export { changeTenant } from './tenants/change-tenant.ts';
export { createTenant, type NewTenant } from './tenants/create-tenant.ts';
export { findTenant } from './tenants/find-tenant.ts';
export { listTenants } from './tenants/list-tenants.ts';
export { countTenants, type Tenant, type TenantChanges } from './tenants/tenant-store.ts';
export { acceptTerms } from './terms/accept-terms.ts';
export { findLatestTerms } from './terms/find-latest-terms.ts';
export { findMissingTerms, type MissingTerms } from './terms/find-missing-terms.ts';
export { type PublishTermsInput, publishTerms } from './terms/publish-terms.ts';
export type { Terms } from './terms/terms-store.ts';
export { changePicture } from './users/change-picture.ts';
export { changeProfile, type ProfileChanges } from './users/change-profile.ts';
export { type ChangeUserEmailInput, changeUserEmail } from './users/change-user-email.ts';
export { changeUserSettings, type UserSettings } from './users/change-user-settings.ts';
export { deactivateUser } from './users/deactivate-user.ts';
export { deleteUnactivatedUsers } from './users/delete-unactivated-users.ts';
export { deleteUser } from './users/delete-user.ts';
export { endUserSessions } from './users/end-user-sessions.ts';
export { findPicture } from './users/find-picture.ts';
export { findUser } from './users/find-user.ts';
export { findUsersByEmail } from './users/find-users-by-email.ts';
export { listUsers } from './users/list-users.ts';
export type { Picture } from './users/picture-store.ts';
export { mostPictureBytes, type PictureType, pictureTypes } from './users/picture-type.ts';
export { reactivateUser } from './users/reactivate-user.ts';
export { findPersonProblems, type PersonInput } from './users/read-person.ts';
export { registerUser } from './users/register-user.ts';
export { type RegisteredUser, type RegisterUsersInput, registerUsers } from './users/register-users.ts';
export { removePicture } from './users/remove-picture.ts';
export { formatName, type User } from './users/user.ts';
export { countUsers, type UserFilter } from './users/user-list-store.ts';
