/** From the least to the most: each may do what those before it may. */
export const projectRoles = ['reader', 'contributor', 'owner'] as const;
export type ProjectRole = (typeof projectRoles)[number];

export const isProjectRole = (text: string): text is ProjectRole => projectRoles.some((role) => role === text);

export const roleSuffices = (held: ProjectRole, needed: ProjectRole): boolean =>
  projectRoles.indexOf(held) >= projectRoles.indexOf(needed);
