import { Type } from 'typebox';
import { type Project, type ProjectRole, projectRoles } from '../../accounts/index.ts';
import { id, nullable, text, time } from '../wire/schemas.ts';

export const roleSchema = Type.Enum([...projectRoles]);

export const projectSchema = Type.Object(
  {
    id,
    tenantId: id,
    name: Type.String(),
    description: Type.String(),
    role: Type.Optional(
      Type.Enum([...projectRoles], { description: 'Of the caller; absent for whoever is no member.' }),
    ),
    createdOn: time,
    createdBy: nullable(id),
    updatedOn: time,
  },
  { title: 'Project' },
);

export const toProject = (project: Project, role?: ProjectRole) => ({
  id: project.id,
  tenantId: project.tenantId,
  name: project.name,
  description: project.description,
  ...(role === undefined ? {} : { role }),
  createdOn: project.createdAt,
  createdBy: project.createdBy,
  updatedOn: project.updatedAt,
});

export const newProject = Type.Object(
  { name: text(200), description: Type.Optional(nullable(text(2_000))) },
  { title: 'NewProject' },
);

export const projectChanges = Type.Object(
  { name: Type.Optional(text(200)), description: Type.Optional(text(2_000)) },
  { title: 'ProjectChanges', description: 'Absent members stay as they are.' },
);
