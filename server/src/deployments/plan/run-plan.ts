import { lockKnownResources } from '../../identity/applications/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { DeploymentDeps } from '../deployment-deps.ts';
import { namesIn } from '../run/names-in.ts';
import { type ProvisionInput, provisionTemplate } from '../run/provision-template.ts';
import type { TemplateRun } from '../run/run-template.ts';
import type { PlannedState } from './plan-id.ts';
import { readPlannedState } from './read-planned-state.ts';

export interface PlanRun extends TemplateRun {
  /** How everything stood before. */
  readonly state: PlannedState;
}

/** Carries the result out of a transaction that it undoes. */
class Undone extends Error {
  readonly run: PlanRun;

  constructor(run: PlanRun) {
    super('A plan is undone.');
    this.run = run;
  }
}

/**
 * Deploys and takes it back: what is found and shown is what a deployment finds and does, because it is one (contract
 * A19). Goes on behind a resource that fails, so that everything is found.
 */
export async function runPlan(
  deps: DeploymentDeps,
  input: Omit<ProvisionInput, 'known' | 'goesOn'> & { readonly filesHash: Buffer },
): Promise<PlanRun> {
  const { checked, filesHash, project } = input;
  try {
    return await inTransaction(deps.longWork, async (transaction): Promise<PlanRun> => {
      const known = await lockKnownResources(transaction, { projectId: project.id, ...namesIn(checked) });
      const state = await readPlannedState(transaction, { project, filesHash, checked, known });
      const run = await provisionTemplate(transaction, { ...input, known, goesOn: true });
      throw new Undone({ ...run, state });
    });
  } catch (undone) {
    if (undone instanceof Undone) return undone.run;
    throw undone;
  }
}
