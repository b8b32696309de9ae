export { createDeploymentsArea, type DeploymentsAreaDeps } from './create-deployments-area.ts';
export type {
  Deployment,
  DeploymentDetails,
  DeploymentState,
  KeptProblem,
  ResourceAction,
  ResourceResult,
} from './history/deployment.ts';
export type { DeploymentFilter } from './history/deployment-store.ts';
export type { DriftedField } from './history/drifted-fields.ts';
export { type DriftedResource, findDrift } from './history/find-drift.ts';
export { type DeploymentPage, listDeployments } from './history/list-deployments.ts';
export { defaultRetention, pruneDeployments, type Retention } from './history/prune-deployments.ts';
export { readDeployment } from './history/read-deployment.ts';
export { createResourceTypes, type ResourceTypes } from './resource-types/resource-types.ts';
export { templateLimits } from './template/template-limits.ts';
