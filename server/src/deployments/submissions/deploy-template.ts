import { randomUUID } from 'node:crypto';
import { type KnownApplications, lockKnownResources } from '../../identity/applications/index.ts';
import type { ChangeJournal } from '../../identity/services/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { finishDeployment } from '../history/deployment-store.ts';
import { findBaselines } from '../history/find-baselines.ts';
import { judgePlanId } from '../plan/plan-id.ts';
import { readPlannedState } from '../plan/read-planned-state.ts';
import { namesIn } from '../run/names-in.ts';
import { provisionTemplate } from '../run/provision-template.ts';
import type { AppliedGroup, TemplateRun } from '../run/run-template.ts';
import type { CheckedSubmission } from './checked-submission.ts';
import { closingOf } from './closing-of.ts';
import { FailedRun } from './failed-run.ts';
import type { SubmissionResult } from './submission.ts';

/**
 * Provisions everything in one transaction: all of it or nothing (contract A11). Whatever is thrown here undoes it,
 * also a kill of the process: there is no other place where anything of it is kept.
 */
export async function deployTemplate(
  transaction: Transaction,
  deps: DeploymentDeps,
  input: CheckedSubmission,
): Promise<SubmissionResult> {
  const { submission, checked, onProgress } = input;
  const { projectId } = submission.caller;
  const deploymentId = randomUUID();
  const known = await lockKnownResources(transaction, { projectId, ...namesIn(checked) });
  onProgress({ event: 'started', deploymentId, resources: checked.resources.length });
  await refuseStalePlan(transaction, deps, input, known);

  const run = await provisionTemplate(transaction, {
    ...runInput(deps, input),
    known,
    goesOn: false,
    onResource: ({ index, resource, action }) => {
      const { name, resourceType, id } = resource;
      onProgress({ event: 'resource', index, name, resourceType, id, action });
    },
  });
  const { group } = run;
  if (group === undefined || !run.findings.isEmpty) throw new FailedRun(run.findings);
  await remember(transaction, deps, input, { deploymentId, run, group, known });
  return { errors: null, values: run.values };
}

/** What deployment and plan run with alike. */
export function runInput(deps: DeploymentDeps, input: Pick<CheckedSubmission, 'submission' | 'prepared' | 'checked'>) {
  const { caller, acting } = input.submission;
  return {
    checked: input.checked,
    scope: input.prepared.scope,
    findType: deps.types.findType,
    project: { id: caller.projectId, tenantId: caller.tenantId },
    acting,
  };
}

async function refuseStalePlan(
  transaction: Transaction,
  deps: DeploymentDeps,
  { submission, prepared, checked }: CheckedSubmission,
  known: KnownApplications,
): Promise<void> {
  const { planId, caller } = submission;
  if (planId === undefined) return;
  const project = { id: caller.projectId, tenantId: caller.tenantId };
  const state = await readPlannedState(transaction, { project, filesHash: prepared.filesHash, checked, known });
  const verdict = judgePlanId(deps.planKey, planId, state);
  if (verdict === 'fresh') return;
  const messages = {
    stale: 'The plan is stale: the resource group or one of its resources has changed since. Plan again.',
    otherFiles: 'The plan was made for other files. Plan again.',
    malformed: 'This is not the id of a plan.',
  };
  throw new AppError('preconditionFailed', `plan.${verdict === 'stale' ? 'stale' : 'mismatch'}`, messages[verdict], {
    details: [{ in: 'body', path: '/planId', message: messages[verdict] }],
  });
}

/** History, drift and audit: in the transaction of the change, so that there is never one without the other. */
async function remember(
  transaction: Transaction,
  deps: DeploymentDeps,
  input: CheckedSubmission,
  done: {
    readonly deploymentId: string;
    readonly run: TemplateRun;
    readonly group: AppliedGroup;
    readonly known: KnownApplications & { readonly journal: ChangeJournal };
  },
): Promise<void> {
  const { deploymentId, run, group, known } = done;
  const { resources: applied } = run;
  const { record, audit } = closingOf(deps, input, { deploymentId, run });
  const { findType } = deps.types;
  const baselines = await findBaselines(transaction, { group: group.group, known, applied, findType });
  const named = applied.flatMap(({ resource }) => (resource.id === null ? [] : [resource.id]));
  await finishDeployment(transaction, record, { baselines, named, journal: known.journal, audit });
}
