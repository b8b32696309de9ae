import { randomUUID } from 'node:crypto';
import { findNamedResources, type KnownApplications } from '../../identity/applications/index.ts';
import { type ChangeJournal, createJournal, type PlainRow, planResourceGroup } from '../../identity/services/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { selectBaselineRevisions } from '../history/baseline-store.ts';
import { baselineOf } from '../history/find-baselines.ts';
import { writePlainDeployment } from '../history/plain-deployment-store.ts';
import { namesIn } from '../run/names-in.ts';
import { type AppliedGroup, runTemplate, type TemplateRun } from '../run/run-template.ts';
import type { CheckedSubmission } from './checked-submission.ts';
import { closingOf } from './closing-of.ts';
import { runInput } from './deploy-template.ts';
import type { SubmissionResult } from './submission.ts';

/** More than this are deployed step by step, so that whoever watches hears of each when it is done. */
const mostResources = 50;

/** The submission does more than change settings of resources that are there. */
class NotPlain extends Error {}

interface PlainRun extends TemplateRun {
  readonly group: AppliedGroup;
  readonly rows: readonly PlainRow[];
  readonly journal: ChangeJournal;
}

/**
 * A submission that changes nothing but settings of resources that are there, as most do: it is worked out without a
 * transaction and written in one statement, which first looks under the project's lock whether all of it still is as it
 * was read. Undefined where the submission does more, where somebody was faster, or where anything is wrong with it: then
 * nothing is written, and `deployTemplate` does it, or finds what is wrong.
 */
export async function deployPlainly(
  deps: DeploymentDeps,
  input: CheckedSubmission,
): Promise<SubmissionResult | undefined> {
  const { submission, checked, onProgress } = input;
  const { names, groupName } = namesIn(checked);
  if (groupName === undefined || names.length < checked.resources.length || names.length > mostResources) {
    return undefined;
  }
  const { projectId } = submission.caller;
  const known = await findNamedResources(deps.longWork, { projectId, names, groupName });
  const group = known.groups?.get(groupName) ?? undefined;
  if (group === undefined || [...known.rows.values()].includes(null)) return undefined;
  const run = await runPlainly(deps, input, known);
  if (run === undefined) return undefined;

  const deploymentId = randomUUID();
  const isWritten = await writePlainDeployment(deps.longWork, {
    ...closingOf(deps, input, { deploymentId, run }),
    read: { group, rows: [...known.rows.values()].filter((row) => row !== null) },
    rows: run.rows,
    baselines: await findBaselines(deps, run),
    journal: run.journal,
  });
  if (!isWritten) return undefined;
  onProgress({ event: 'started', deploymentId, resources: checked.resources.length });
  for (const { index, resource, action } of run.resources) {
    const { name, resourceType, id } = resource;
    onProgress({ event: 'resource', index, name, resourceType, id, action });
  }
  return { errors: null, values: run.values };
}

async function runPlainly(
  deps: DeploymentDeps,
  input: CheckedSubmission,
  known: KnownApplications,
): Promise<PlainRun | undefined> {
  const { project, acting, ...given } = runInput(deps, input);
  const rows: PlainRow[] = [];
  const journal = createJournal();
  try {
    const run = await runTemplate(given, {
      applyGroup: async (resourceGroup) => {
        const plan = await planResourceGroup(deps.longWork, { project, resourceGroup, groups: known.groups });
        if (plan.group === undefined || plan.action !== 'noChange') throw new NotPlain();
        return { ...plan, group: plan.group };
      },
      applyResource: async (type, group, resource) => {
        const about = { group, resource, known, through: 'deployment' } as const;
        const change = await type.changePlainly?.(deps.longWork, acting, about);
        if (change === undefined) throw new NotPlain();
        if (change.row !== undefined) {
          rows.push(change.row);
          journal.changed.add(change.row.resource.id);
        }
        journal.audit.push(...change.audit);
        return change;
      },
      goesOn: false,
      explain: () => undefined,
    });
    const { group, findings } = run;
    return group === undefined || !findings.isEmpty ? undefined : { ...run, group, rows, journal };
  } catch (error) {
    // What is wrong with the template is told by the run that finds all of it.
    if (error instanceof NotPlain || error instanceof AppError) return undefined;
    throw error;
  }
}

/** What did not move since its baseline was kept is not written again. */
async function findBaselines(deps: DeploymentDeps, { resources }: PlainRun) {
  const idle = resources.flatMap(({ action, resource }) => (action === 'noChange' ? [resource.id ?? ''] : []));
  const kept = await selectBaselineRevisions(deps.longWork, idle);
  return resources.map(baselineOf).filter(({ resourceId, revision }) => kept.get(resourceId) !== revision);
}
