import type { TemplateRun } from '../run/run-template.ts';
import type { Submission } from '../submissions/submission.ts';
import type { PreparedTemplate } from '../template/prepare-template.ts';
import type { Problem } from '../template/problem.ts';
import { reportProblems } from '../template/report-problems.ts';
import type { DeploymentDetails, DeploymentState, KeptProblem, ResourceResult } from './deployment.ts';

export interface RecordInput {
  readonly id: string;
  readonly submission: Submission;
  readonly prepared: PreparedTemplate;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly state: DeploymentState;
  /** Present when it succeeded. */
  readonly run?: TemplateRun;
  /** Present when it failed. */
  readonly problems?: readonly Problem[];
}

const unknownTemplate = Buffer.alloc(32);

/** What is kept of a submission: never a value of a parameter, an output or a field. */
export function deploymentRecord(input: RecordInput): DeploymentDetails {
  const { submission, prepared, run, problems = [], startedAt, finishedAt } = input;
  const { caller } = submission;
  const resources = (run?.resources ?? []).map(
    ({ resource, action, changes }): ResourceResult => ({
      name: resource.name,
      resourceType: resource.resourceType,
      id: resource.id ?? '',
      action,
      changedFields: changes.map(({ path }) => path),
    }),
  );
  const name = prepared.checked?.group.name;
  const warnings = [...prepared.findings.warnings, ...(run?.findings.warnings ?? [])];
  return {
    id: input.id,
    projectId: caller.projectId,
    tenantId: caller.tenantId,
    resourceGroupId: run?.group?.group.id ?? null,
    resourceGroupName: typeof name === 'string' ? name.slice(0, 200) : null,
    state: input.state,
    templateHash: prepared.templateHash ?? unknownTemplate,
    automationTokenId: caller.tokenId,
    automationTokenName: caller.tokenName,
    externalSubject: caller.externalSubject,
    supportCode: submission.supportCode,
    startedAt,
    finishedAt,
    durationMs: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
    resourceCount: prepared.checked?.resources.length ?? 0,
    createdCount: resources.filter(({ action }) => action === 'create').length,
    changedCount: resources.filter(({ action }) => action === 'update').length,
    resources,
    problems: problems.map(withoutExcerpt),
    warnings: reportProblems(warnings, prepared.files).map(withoutExcerpt),
  };
}

function withoutExcerpt({ excerpt: _excerpt, ...problem }: Problem): KeptProblem {
  return problem;
}
