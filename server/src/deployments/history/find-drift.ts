import type { Handle } from '../../platform/database/index.ts';
import type { JsonObject } from '../query/index.ts';
import type { ResourceType } from '../resource-types/resource-type.ts';
import { selectMovedBaselines, selectMovedGroups } from './baseline-store.ts';
import { type DriftedField, driftedFields } from './drifted-fields.ts';

export interface DriftedGroup {
  readonly id: string;
  readonly name: string;
  /** The deployment that the changes are counted from. */
  readonly deploymentId: string;
  readonly deployedAt: Date;
  readonly changes: readonly DriftedField[];
}

export interface DriftedResource extends DriftedGroup {
  readonly resourceType: string;
  readonly resourceGroup: { readonly id: string; readonly name: string };
}

export interface Drift {
  readonly groups: readonly DriftedGroup[];
  readonly resources: readonly DriftedResource[];
}

type FindType = (resourceType: string) => ResourceType | undefined;
interface DriftInput {
  readonly projectId: string;
  readonly resourceGroup?: string | undefined;
}

/** Fields that were edited outside deployments since the last deployment that named their group or resource (contract A20). */
export async function findDrift(handle: Handle, findType: FindType, input: DriftInput): Promise<Drift> {
  const groups = (await selectMovedGroups(handle, input)).map(({ deployed, current, ...group }) => ({
    ...group,
    changes: driftedFields(deployed, current),
  }));
  return { groups, resources: await findDriftedResources(handle, findType, input) };
}

async function findDriftedResources(
  handle: Handle,
  findType: FindType,
  input: DriftInput,
): Promise<readonly DriftedResource[]> {
  const drifted: DriftedResource[] = [];
  for (const baseline of await selectMovedBaselines(handle, input)) {
    const type = findType(baseline.resourceType);
    if (type === undefined) continue;
    const place = { projectId: input.projectId, resourceId: baseline.resourceId };
    const live = type.withoutSecrets((await type.read(handle, place)) as unknown as JsonObject);
    const changes = driftedFields(baseline.state, live);
    if (changes.length === 0) continue;
    drifted.push({
      id: baseline.resourceId,
      name: baseline.name,
      resourceType: baseline.resourceType,
      resourceGroup: { id: baseline.resourceGroupId, name: baseline.resourceGroupName },
      deploymentId: baseline.deploymentId,
      deployedAt: baseline.deployedAt,
      changes,
    });
  }
  return drifted;
}
