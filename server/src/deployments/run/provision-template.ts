import type { Acting } from '../../accounts/index.ts';
import type { KnownApplications } from '../../identity/applications/index.ts';
import { ensureResourceGroup } from '../../identity/services/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { explainError } from './explain-error.ts';
import { type RunInput, runTemplate, type TemplateRun } from './run-template.ts';

export interface ProvisionInput extends RunInput {
  readonly project: { readonly id: string; readonly tenantId: string };
  readonly acting: Acting;
  readonly known: KnownApplications;
  readonly goesOn: boolean;
}

/** Runs a template against the database. The caller's transaction decides what remains of it. */
export async function provisionTemplate(transaction: Transaction, input: ProvisionInput): Promise<TemplateRun> {
  const { project, acting, known, goesOn } = input;
  return await runTemplate(input, {
    applyGroup: async (resourceGroup) =>
      await ensureResourceGroup(transaction, acting, { project, resourceGroup, groups: known.groups }),
    applyResource: async (type, group, resource) =>
      await type.provision(transaction, acting, { group, resource, known, through: 'deployment' }),
    goesOn,
    explain: explainError,
  });
}
