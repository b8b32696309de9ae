import type { FieldChange } from '../../identity/services/index.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import type { ResourceAction } from '../history/deployment.ts';
import type { AppliedResource } from '../run/run-template.ts';
import { runInput } from '../submissions/deploy-template.ts';
import { refuseFindings } from '../submissions/refuse-findings.ts';
import { runInTurn } from '../submissions/run-in-turn.ts';
import type { Submission } from '../submissions/submission.ts';
import type { CheckedResource } from '../template/check-template.ts';
import { prepareTemplate } from '../template/prepare-template.ts';
import { type Problem, pathOf } from '../template/problem.ts';
import { queryAt } from '../template/query-at.ts';
import { reportProblems } from '../template/report-problems.ts';
import { planIdOf } from './plan-id.ts';
import { runPlan } from './run-plan.ts';
import { RuntimeTexts } from './runtime-texts.ts';

/** A field that a deployment would change. */
export interface PlannedChange {
  /** JSON pointer into the group or the resource. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The query that will give the value, where only the deployment can tell it. */
  readonly query?: string;
}

export interface PlannedResource {
  readonly name: string;
  readonly resourceType: string;
  /** Null for a resource that is yet to be made. */
  readonly id: string | null;
  readonly action: ResourceAction;
  readonly changes: readonly PlannedChange[];
  /** What happens besides, although no field changes, such as that a secret is issued. */
  readonly effects: readonly string[];
}

export interface TemplatePlan {
  readonly errors: null;
  readonly planId: string;
  readonly resourceGroup: Pick<PlannedResource, 'action' | 'changes'> & { readonly name: string };
  readonly resources: readonly PlannedResource[];
  readonly warnings: readonly Problem[];
}

/** What a submission of the same files would do (contract A19). Changes nothing, and is not remembered. */
export async function planTemplate(deps: DeploymentDeps, submission: Submission): Promise<TemplatePlan> {
  const prepared = await prepareTemplate(submission.files, deps.types);
  const checked = refuseFindings(prepared, prepared.findings);
  const input = { ...runInput(deps, { submission, prepared, checked }), filesHash: prepared.filesHash };
  const run = await runInTurn(deps, submission.caller.projectId, () => runPlan(deps, input));
  refuseFindings(prepared, run.findings);
  const { group, state, resources } = run;
  if (group === undefined) throw new Error('A plan without problems has no group.');
  const unknown = new RuntimeTexts(resources);
  const warnings = [...prepared.findings.warnings, ...run.findings.warnings];
  return {
    errors: null,
    planId: planIdOf(deps.planKey, state),
    resourceGroup: { name: String(checked.group.name), action: group.action, changes: group.changes.map(toChange) },
    resources: resources.map((applied) => showResource(applied, checked.resources, unknown)),
    warnings: reportProblems(warnings, prepared.files),
  };
}

function showResource(
  { index, resource, action, changes, effects }: AppliedResource,
  checked: readonly CheckedResource[],
  unknown: RuntimeTexts,
): PlannedResource {
  const expression = checked.find((one) => one.index === index)?.expression;
  return {
    name: resource.name,
    resourceType: resource.resourceType,
    id: action === 'create' ? null : resource.id,
    action,
    changes: changes.map((change) => {
      if (!unknown.areIn(change.after)) return toChange(change);
      const { after: _after, ...known } = toChange(change);
      return { ...known, query: (expression && queryAt(expression, pathOf(change.path))) ?? '' };
    }),
    effects,
  };
}

function toChange({ path, ...change }: FieldChange): PlannedChange {
  return { field: path, ...change };
}
