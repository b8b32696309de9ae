import { type ProjectRole, projectRoles } from '../../accounts/index.ts';
import type { Handle } from '../../platform/database/index.ts';

/** What somebody is in each of the projects, by its id; nothing where they are no member. */
export const selectOwnRoles = async (
  handle: Handle,
  userId: string,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, ProjectRole>> => {
  if (projectIds.length === 0) return new Map();
  const rows = await handle
    .selectFrom('projectMembers')
    .select(['projectId', 'role'])
    .where('userId', '=', userId)
    .where('projectId', 'in', [...projectIds])
    .execute();
  return new Map(
    rows.flatMap(({ projectId, role }) => {
      const known = projectRoles.find((name) => name === role);
      return known === undefined ? [] : [[projectId, known] as const];
    }),
  );
};
