import type { KnownApplications } from '../../identity/applications/index.ts';
import { findNameProblem, planResourceGroup } from '../../identity/services/index.ts';
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
  const group = await findGroup(handle, project, checked.group.name, known);
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

/** A name that cannot be one is told of when the group is made. */
async function findGroup(
  handle: Handle,
  project: { readonly id: string; readonly tenantId: string },
  name: unknown,
  { groups }: KnownApplications,
) {
  if (findNameProblem(name) !== undefined) return undefined;
  return (await planResourceGroup(handle, { project, resourceGroup: { name }, groups })).group;
}
