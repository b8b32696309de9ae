import type { KnownApplications } from '../../identity/applications/index.ts';
import { planResourceGroup } from '../../identity/services/index.ts';
import type { Handle } from '../../platform/database/index.ts';
import type { CheckedTemplate } from '../template/check-template.ts';
import type { PlannedState } from './plan-id.ts';

/** How everything stands that the template names, so far as it names it before it runs. */
export async function readPlannedState(
  handle: Handle,
  input: {
    readonly project: { readonly id: string; readonly tenantId: string };
    readonly filesHash: Buffer;
    readonly checked: CheckedTemplate;
    readonly known: KnownApplications;
  },
): Promise<PlannedState> {
  const { project, filesHash, checked, known } = input;
  const resourceGroup = { name: checked.group.name };
  const { group } = await planResourceGroup(handle, { project, resourceGroup });
  return {
    projectId: project.id,
    filesHash,
    group: group === undefined ? null : { id: group.id, revision: group.revision },
    resources: checked.resources.flatMap(({ name: resource }) => {
      const row = resource === undefined ? undefined : known.rows.get(resource);
      if (resource === undefined) return [];
      return [[resource, row === undefined || row === null ? null : { id: row.id, revision: row.revision }] as const];
    }),
  };
}
