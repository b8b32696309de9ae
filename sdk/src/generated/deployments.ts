// Made by `npm run generate` from the OpenAPI document. Do not edit.

export type DeployedResource = { "name": string; "resourceType": string; "id": string; "action": "create" | "update" | "noChange"; "changedFields": readonly (string)[] };

export type Deployment = { "id": string; "state": "succeeded" | "failed"; "resourceGroup": { "id": string | null; "name": string | null }; "templateHash": string; "submittedBy": { "tokenId": string; "tokenName": string; "externalSubject": string | null }; "supportCode": string; "startedOn": string; "finishedOn": string; "durationMs": number; "resourceCount": number; "createdCount": number; "changedCount": number };

export type DeploymentDetails = { "id": string; "state": "succeeded" | "failed"; "resourceGroup": { "id": string | null; "name": string | null }; "templateHash": string; "submittedBy": { "tokenId": string; "tokenName": string; "externalSubject": string | null }; "supportCode": string; "startedOn": string; "finishedOn": string; "durationMs": number; "resourceCount": number; "createdCount": number; "changedCount": number; "resources": readonly (DeployedResource)[]; "errors": readonly (KeptProblem)[] | null; "warnings": readonly (KeptProblem)[] };

export type DeploymentFailure = { "errors": readonly (DeploymentProblem)[]; "values": readonly (unknown)[] };

export type DeploymentPage = { "result": readonly (Deployment)[]; "pageIndex": number; "pageSize": number; "totalCount": number; "totalPages": number };

export type DeploymentProblem = { "code": string; "message": string; "resource": string | null; "file": string | null; "pointer": string; "line": number | null; "column": number | null; "excerpt": string | null };

export type Drift = { "result": readonly (DriftedResource)[]; "resourceGroups": readonly (DriftedGroup)[] };

export type DriftedGroup = { "id": string; "name": string; "deploymentId": string; "deployedOn": string; "changes": readonly ({ "field": string; "deployed": unknown; "current": unknown })[] };

export type DriftedResource = { "id": string; "name": string; "deploymentId": string; "deployedOn": string; "changes": readonly ({ "field": string; "deployed": unknown; "current": unknown })[]; "resourceType": string; "resourceGroup": { "id": string; "name": string } };

export type ExchangedToken = { "id": string; "token": string; "expiresOn": string };

export type KeptProblem = { "code": string; "message": string; "resource": string | null; "file": string | null; "pointer": string; "line": number | null; "column": number | null };

export type Limits = { "template": unknown; "query": unknown };

export type PlannedChange = { "field": string; "before"?: unknown; "after"?: unknown; "query"?: string };

export type PlannedResource = { "name": string; "resourceType": string; "id": string | null; "action": "create" | "update" | "noChange"; "changes": readonly (PlannedChange)[]; "effects": readonly (string)[] };

export type Submission = { "format": "json"; "template": string; "parameters": string; "planId"?: string | null };

export type SubmissionResult = { "errors": null; "values": readonly ({ "name": string; "value": unknown })[] };

export type TemplatePlan = { "errors": null; "planId": string; "resourceGroup": { "name": string; "action": "create" | "update" | "noChange"; "changes": readonly (PlannedChange)[] }; "resources": readonly (PlannedResource)[]; "warnings": readonly (DeploymentProblem)[] };

export type TokenExchange = { "projectId": string; "identityToken": string };

export interface Operations {
  /** Deploy a template */
  submitTemplate: { input: { params: { "projectId": string }; headers?: { "idempotency-key"?: string }; body: Submission }; answer: SubmissionResult };
  /** Show what deploying a template would do */
  planTemplate: { input: { params: { "projectId": string }; body: Submission }; answer: TemplatePlan };
  /** List what was submitted to the project */
  listDeployments: { input: { params: { "projectId": string }; query?: { "pageIndex"?: number; "pageSize"?: number; "resourceGroup"?: string; "state"?: "succeeded" | "failed" } }; answer: DeploymentPage };
  /** Read one submission with its result per resource */
  readDeployment: { input: { params: { "projectId": string; "deploymentId": string } }; answer: DeploymentDetails };
  /** List fields that were edited since the last deployment */
  readDrift: { input: { params: { "projectId": string }; query?: { "resourceGroup"?: string } }; answer: Drift };
  /** Exchange the identity token of a CI job for an automation token */
  exchangeToken: { input: { body: TokenExchange }; answer: ExchangedToken };
  /** JSON Schema of template files */
  readTemplateSchema: { input: {  }; answer: unknown };
  /** JSON Schema of parameter files */
  readParametersSchema: { input: {  }; answer: unknown };
  /** What a submission may be at most */
  readLimits: { input: {  }; answer: Limits };
}

export const operations = {
  submitTemplate: { method: 'POST', path: "/deployments/v1/projects/{projectId}/resourceGroups/files", query: [], headers: ["idempotency-key"] },
  planTemplate: { method: 'POST', path: "/deployments/v1/projects/{projectId}/resourceGroups/files/plan", query: [], headers: [] },
  listDeployments: { method: 'GET', path: "/deployments/v1/projects/{projectId}/deployments", query: ["pageIndex","pageSize","resourceGroup","state"], headers: [] },
  readDeployment: { method: 'GET', path: "/deployments/v1/projects/{projectId}/deployments/{deploymentId}", query: [], headers: [] },
  readDrift: { method: 'GET', path: "/deployments/v1/projects/{projectId}/drift", query: ["resourceGroup"], headers: [] },
  exchangeToken: { method: 'POST', path: "/deployments/v1/token", query: [], headers: [] },
  readTemplateSchema: { method: 'GET', path: "/deployments/v1/schemas/template.json", query: [], headers: [] },
  readParametersSchema: { method: 'GET', path: "/deployments/v1/schemas/parameters.json", query: [], headers: [] },
  readLimits: { method: 'GET', path: "/deployments/v1/limits", query: [], headers: [] },
} as const;
