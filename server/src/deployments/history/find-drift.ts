import type { Handle } from '../../platform/database/index.ts';
import type { JsonObject } from '../query/index.ts';
import type { ResourceType } from '../resource-types/resource-type.ts';
import { selectMovedBaselines } from './baseline-store.ts';
import { type DriftedField, driftedFields } from './drifted-fields.ts';

export interface DriftedResource {
  readonly id: string;
  readonly name: string;
  readonly resourceType: string;
  readonly resourceGroup: { readonly id: string; readonly name: string };
  /** The deployment that the changes are counted from. */
  readonly deploymentId: string;
  readonly deployedAt: Date;
  readonly changes: readonly DriftedField[];
}

/** Fields that were edited outside deployments since the last deployment that named their resource (contract A20). */
export async function findDrift(
  handle: Handle,
  findType: (resourceType: string) => ResourceType | undefined,
  input: { readonly projectId: string; readonly resourceGroup?: string | undefined },
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
