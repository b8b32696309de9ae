import type { Acting } from '../../../accounts/index.ts';
import { recordAudit } from '../../../platform/audit/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { describeChange } from './describe-change.ts';
import { mergeFields, readFields } from './field-table.ts';
import { createFindings, refuseFindings } from './findings.ts';
import { groupFields, groupLocked, groupNonSettings, groupNotFound, readName } from './resource-group.ts';
import { lockGroup, type ResourceGroup, updateGroup } from './resource-group-store.ts';

export interface ChangeResourceGroupInput {
  readonly projectId: string;
  readonly groupId: string;
  /** Name, description, tags, isProduction, locked. Absent members stay, null clears. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** An edit by people. Of a locked group nothing changes but the lock itself (contract A17). */
export const changeResourceGroup = async (
  transaction: Transaction,
  acting: Acting,
  input: ChangeResourceGroupInput,
): Promise<ResourceGroup> => {
  const findings = createFindings();
  const { given } = readFields(groupFields, input.changes, findings, groupNonSettings);
  const newName = input.changes.name === undefined ? undefined : readName(input.changes.name, findings);
  refuseFindings(findings, 'resource-group.invalid');
  const group = await lockGroup(transaction, input.projectId, input.groupId);
  if (group === undefined) throw groupNotFound();
  const wanted = { ...mergeFields(groupFields, group, given), name: newName ?? group.name };
  const fields = describeChange(groupFields, group, wanted).map(({ path }) => path);
  if (wanted.name !== group.name) fields.push('/name');
  if (fields.length === 0) return group;
  if (group.locked && (wanted.locked || fields.length > 1)) throw groupLocked();
  const changed = await updateGroup(transaction, group.id, wanted);
  await recordAudit(transaction, {
    ...acting,
    action: 'resource-group.changed',
    target: { kind: 'resource-group', id: group.id },
    tenantId: group.tenantId,
    projectId: group.projectId,
    details: { name: changed.name, fields },
  });
  return changed;
};
