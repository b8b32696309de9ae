import type { Project } from '../../../accounts/index.ts';
import type { Handle } from '../../../platform/database/index.ts';
import { describeChange, type FieldChange } from './describe-change.ts';
import { mergeFields, readFields } from './field-table.ts';
import { createFindings, refuseFindings, type Warning } from './findings.ts';
import { groupFields, groupNonSettings, readName } from './resource-group.ts';
import { type GroupFields, type ResourceGroup, selectGroupByName } from './resource-group-store.ts';

export interface ResourceGroupInput {
  readonly project: Pick<Project, 'id' | 'tenantId'>;
  /** `resourceGroup` of a template, its queries answered: name, description, tags, isProduction, locked. */
  readonly resourceGroup: Readonly<Record<string, unknown>>;
  /** What the submission has read already. */
  readonly groups?: ReadonlyMap<string, ResourceGroup | null> | undefined;
}

export type PlannedAction = 'create' | 'update' | 'noChange';

export interface ResourceGroupPlan {
  readonly action: PlannedAction;
  /** Undefined for a group that is yet to be made. */
  readonly group: ResourceGroup | undefined;
  readonly wanted: GroupFields;
  readonly changes: readonly FieldChange[];
  readonly warnings: readonly Warning[];
}

/** What a submission does to its group. `name`, `description` and `tags` count only when the group is made. */
export const planResourceGroup = async (handle: Handle, input: ResourceGroupInput): Promise<ResourceGroupPlan> => {
  const findings = createFindings();
  const name = readName(input.resourceGroup.name, findings);
  const { given, unknown } = readFields(groupFields, input.resourceGroup, findings, groupNonSettings);
  refuseFindings(findings, 'resource-group.invalid');
  const known = input.groups?.get(name);
  const group = known === undefined ? await selectGroupByName(handle, input.project.id, name) : (known ?? undefined);
  const { warnings } = findings;
  if (group === undefined) {
    const wanted = mergeFields(groupFields, undefined, given);
    const changes = describeChange(groupFields, undefined, wanted, unknown);
    return { action: 'create', group, wanted: { ...wanted, name }, changes, warnings };
  }
  const { description: _description, tags: _tags, ...updatable } = given;
  const wanted = mergeFields(groupFields, group, updatable);
  const changes = describeChange(groupFields, group, wanted);
  const action = changes.length === 0 ? 'noChange' : 'update';
  return { action, group, wanted: { ...wanted, name }, changes, warnings };
};
