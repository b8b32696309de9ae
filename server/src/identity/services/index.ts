export { changeServicePlainly } from './change-service-plainly.ts';
export { serviceConstraintRules } from './constraint-rules.ts';
export { deleteService } from './delete-service.ts';
export { describeServiceChange } from './describe-service-change.ts';
export { findService } from './find-service.ts';
export { findServiceMistakes } from './find-service-mistakes.ts';
export type { KnownServices } from './known-services.ts';
export { listServices } from './list-services.ts';
export { planService } from './plan-service.ts';
export type { ServiceDeps } from './prepare-service.ts';
export { readService, type ServiceInput, serviceNotFound } from './read-service.ts';
export { type ChangeJournal, createJournal, messagesOf } from './resources/change-journal.ts';
export { type ChangeResourceGroupInput, changeResourceGroup } from './resources/change-resource-group.ts';
export { deleteResourceGroup } from './resources/delete-resource-group.ts';
export type { FieldChange } from './resources/describe-change.ts';
export { type EnsuredResourceGroup, ensureResourceGroup } from './resources/ensure-resource-group.ts';
export { findResourceGroup } from './resources/find-resource-group.ts';
export type { Warning } from './resources/findings.ts';
export type { KnownResources } from './resources/known-resources.ts';
export { listResourceGroups } from './resources/list-resource-groups.ts';
export { type PlainChange, type PlainRow, plainResourcesText } from './resources/plain-change.ts';
export {
  type PlannedAction,
  planResourceGroup,
  type ResourceGroupInput,
  type ResourceGroupPlan,
} from './resources/plan-resource-group.ts';
export { isOneOf, prepareStatement } from './resources/prepared-statement.ts';
export type { ProvisionedResource } from './resources/provisioned-resource.ts';
export { countGroups, type GroupFilter, type ResourceGroup } from './resources/resource-group-store.ts';
export type { ResourceInput, ResourcePlan, UpsertedResource } from './resources/resource-input.ts';
export { findNameProblem } from './resources/resource-name.ts';
export type { ResourceScope } from './resources/resource-scope.ts';
export { markDeployed, type ResourceRow } from './resources/resource-store.ts';
export { findUnknown, UnknownValue } from './resources/unknown-value.ts';
export { countServices, type ServiceSummary } from './service-list-store.ts';
export { type ServicePasswordPolicy, type ServiceSettings, serviceSkus, serviceType } from './service-settings.ts';
export { plainServicesText } from './service-store.ts';
export { upsertService } from './upsert-service.ts';
