import { type Acting, userIdOf } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FieldChange } from './describe-change.ts';
import type { Warning } from './findings.ts';
import { type PlannedAction, planResourceGroup, type ResourceGroupInput } from './plan-resource-group.ts';
import { insertGroup, type ResourceGroup, updateGroup } from './resource-group-store.ts';

export interface EnsuredResourceGroup {
  readonly action: PlannedAction;
  readonly group: ResourceGroup;
  readonly changes: readonly FieldChange[];
  readonly warnings: readonly Warning[];
}

/** The group of a submission: made when its name is new in the project, otherwise updated by the rules of the plan. */
export const ensureResourceGroup = async (
  transaction: Transaction,
  acting: Acting,
  input: ResourceGroupInput,
): Promise<EnsuredResourceGroup> => {
  const { action, group, wanted, changes, warnings } = await planResourceGroup(transaction, input);
  if (group !== undefined && action === 'noChange') return { action, group, changes, warnings };
  const written =
    group === undefined
      ? await insertGroup(transaction, {
          ...wanted,
          projectId: input.project.id,
          tenantId: input.project.tenantId,
          createdBy: userIdOf(acting),
        })
      : await updateGroup(transaction, group.id, { isProduction: wanted.isProduction, locked: wanted.locked });
  if (written === undefined) {
    const message = `The resource group "${wanted.name}" was made by another request at the same time. Try again.`;
    throw new AppError('conflict', 'resource-group.contended', message);
  }
  await recordAudit(transaction, {
    ...acting,
    action: action === 'create' ? 'resource-group.created' : 'resource-group.changed',
    target: { kind: 'resource-group', id: written.id },
    tenantId: written.tenantId,
    projectId: written.projectId,
    details: { name: written.name, fields: changes.map(({ path }) => path) },
  });
  return { action, group: written, changes, warnings };
};
