export { type ApplicationSummary, countApplications } from './application-list-store.ts';
export { plainApplicationsText } from './application-rows.ts';
export { clientSecretPrefix } from './application-secret.ts';
export {
  type ApplicationSettings,
  applicationSkus,
  applicationType,
  clientTypes,
  type SecretOption,
  secretOptions,
} from './application-settings.ts';
export { changeApplicationPlainly } from './change-application-plainly.ts';
export { applicationConstraintRules } from './constraint-rules.ts';
export { type CreateSecretInput, createSecret, type IssuedSecret } from './create-secret.ts';
export { deleteApplication } from './delete-application.ts';
export { describeApplicationChange } from './describe-application-change.ts';
export { ensurePlatformRegistrations, type PlatformRegistrations } from './ensure-platform-registrations.ts';
export { findApplication } from './find-application.ts';
export { findApplicationMistakes } from './find-application-mistakes.ts';
export { findSubscriptionKey } from './find-subscription-key.ts';
export {
  findNamedResources,
  type KnownApplications,
  loadKnownResources,
  lockKnownResources,
  longestWaitForTurn,
  turnOf,
} from './known-applications.ts';
export { listApplications } from './list-applications.ts';
export { listSecrets } from './list-secrets.ts';
export { listSubscriptions } from './list-subscriptions.ts';
export { planApplication } from './plan-application.ts';
export {
  cliClientId,
  consoleClientId,
  platformApiId,
  platformApiUri,
  platformProductId,
  platformProductName,
  platformScope,
} from './platform-registrations.ts';
export type { ApplicationDeps } from './prepare-application.ts';
export { type ApplicationInput, applicationNotFound, readApplication } from './read-application.ts';
export { regenerateKey } from './regenerate-key.ts';
export { revealKeys, type SubscriptionInput } from './reveal-keys.ts';
export { revealSecret } from './reveal-secret.ts';
export { revokeSecret } from './revoke-secret.ts';
export { revokeSubscription } from './revoke-subscription.ts';
export type { ApplicationSecret } from './secret-store.ts';
export { setApplicationDisabled } from './set-application-disabled.ts';
export { type KeySlot, keySlots } from './subscription-keys.ts';
export { type ApplicationSubscription, type KeyFacts, noteKeyUse } from './subscription-store.ts';
export { upsertApplication } from './upsert-application.ts';
