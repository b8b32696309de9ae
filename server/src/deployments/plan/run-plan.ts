import { loadKnownResources } from '../../identity/applications/index.ts';
import { planResourceGroup } from '../../identity/services/index.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { explainError } from '../run/explain-error.ts';
import { runTemplate, type TemplateRun } from '../run/run-template.ts';
import type { Submission } from '../submissions/submission.ts';
import type { CheckedTemplate } from '../template/check-template.ts';
import type { PreparedTemplate } from '../template/prepare-template.ts';
import { RuntimeValues } from '../template/runtime-values.ts';
import type { PlannedState } from './plan-id.ts';
import { readPlannedState } from './read-planned-state.ts';

export interface PlanInput {
  readonly submission: Pick<Submission, 'caller'>;
  readonly prepared: PreparedTemplate;
  readonly checked: CheckedTemplate;
}

export interface PlanRun extends TemplateRun {
  /** Absent where already the group is wrong. */
  readonly state: PlannedState | undefined;
}

/**
 * Goes through a template as a deployment does, on one snapshot of the database, and changes nothing. Goes on behind a
 * resource that fails, so that everything is found.
 */
export async function runPlan(deps: DeploymentDeps, { submission, prepared, checked }: PlanInput): Promise<PlanRun> {
  const { projectId, tenantId } = submission.caller;
  const project = { id: projectId, tenantId };
  const names = checked.resources.flatMap(({ name }) => (name === undefined ? [] : [name]));
  const runtime = new RuntimeValues();
  return await deps.longWork
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const known = await loadKnownResources(snapshot, { projectId, names });
      const input = { checked, scope: prepared.scope, findType: deps.types.findType };
      const run = await runTemplate(input, {
        runtime,
        applyGroup: async (resourceGroup) => {
          const { group, wanted, ...plan } = await planResourceGroup(snapshot, { project, resourceGroup });
          return { ...plan, group: group ?? { id: runtime.make(), projectId, tenantId, locked: wanted.locked } };
        },
        applyResource: async (type, group, resource) =>
          await type.plan(snapshot, { group, resource, known, through: 'deployment' }),
        explain: explainError,
      });
      const { filesHash } = prepared;
      const state =
        run.group === undefined ? undefined : await readPlannedState(snapshot, { project, filesHash, checked, known });
      return { ...run, state };
    });
}
