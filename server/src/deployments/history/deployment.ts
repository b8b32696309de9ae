import type { Problem } from '../template/problem.ts';

export type DeploymentState = 'succeeded' | 'failed';
export type ResourceAction = 'create' | 'update' | 'noChange';

/** What a submission did to one resource. Fields by their place; of their values nothing is kept. */
export interface ResourceResult {
  readonly name: string;
  readonly resourceType: string;
  readonly id: string;
  readonly action: ResourceAction;
  readonly changedFields: readonly string[];
}

/** Problems are kept without the text of the queries, which may hold anything. */
export type KeptProblem = Omit<Problem, 'excerpt'>;

/** A submission as it is remembered (contract A20): everything but secrets. */
export interface Deployment {
  readonly id: string;
  readonly projectId: string;
  readonly tenantId: string;
  readonly resourceGroupId: string | null;
  readonly resourceGroupName: string | null;
  readonly state: DeploymentState;
  readonly templateHash: Buffer;
  readonly automationTokenId: string;
  readonly automationTokenName: string;
  readonly externalSubject: string | null;
  readonly supportCode: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly durationMs: number;
  readonly resourceCount: number;
  readonly createdCount: number;
  readonly changedCount: number;
}

export interface DeploymentDetails extends Deployment {
  readonly resources: readonly ResourceResult[];
  readonly problems: readonly KeptProblem[];
  readonly warnings: readonly KeptProblem[];
}
