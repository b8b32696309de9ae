import type { Handle } from '../../platform/database/index.ts';
import type { NamePage } from '../name-page.ts';
import { type Project, type ProjectFilter, selectProjects } from './project-store.ts';

/** Projects in the order of their names, then ids. */
export const listProjects = async (handle: Handle, input: ProjectFilter & NamePage): Promise<Project[]> =>
  await selectProjects(handle, input);
