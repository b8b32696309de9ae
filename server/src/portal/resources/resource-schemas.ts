import { Type } from 'typebox';
import type { ProvisionedResource, Warning } from '../../identity/services/index.ts';
import { id, text, time } from '../wire/schemas.ts';

const section = Type.Record(Type.String(), Type.Unknown());

const members = {
  id,
  name: Type.String(),
  resourceType: Type.String(),
  sku: Type.String(),
  locked: Type.Boolean(),
  sections: Type.Object({ properties: section, advanced: section }),
  projectId: id,
  resourceGroupId: id,
  updatedOn: time,
  warnings: Type.Optional(Type.Array(Type.String())),
};
const description = 'As a template describes it; without secrets and keys. Also where it stands.';

/** A service in the words of a template. */
export const serviceSchema = Type.Object(members, { title: 'ServiceResource', description });

/** The same of an application, and whether it works. */
export const applicationSchema = Type.Object(
  { ...members, disabled: Type.Boolean({ description: 'Signs nobody in, and its keys and tokens are refused.' }) },
  { title: 'ApplicationResource', description },
);

/** What lists show of a resource, as far as a template does not have it. */
interface Standing {
  readonly projectId: string;
  readonly resourceGroupId: string;
  readonly updatedAt: Date;
  readonly disabled?: boolean;
}

export const toResource = (
  resource: ProvisionedResource,
  { projectId, resourceGroupId, updatedAt, disabled }: Standing,
  warnings: readonly Warning[] = [],
) => ({
  ...resource,
  projectId,
  resourceGroupId,
  updatedOn: updatedAt,
  ...(disabled === undefined ? {} : { disabled }),
  ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
});

export const resourceChanges = Type.Object(
  {
    sku: Type.Optional(text(100)),
    locked: Type.Optional(Type.Boolean()),
    sections: Type.Optional(Type.Object({ properties: Type.Optional(section), advanced: Type.Optional(section) })),
  },
  {
    title: 'ResourceChanges',
    description: 'Absent members stay as they are; null clears. Of a locked resource only the lock changes.',
  },
);

export const resourceQuery = {
  resourceGroupId: Type.Optional(id),
};
