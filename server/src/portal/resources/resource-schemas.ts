import { Type } from 'typebox';
import type { ProvisionedResource, Warning } from '../../identity/services/index.ts';
import { id, text } from '../wire/schemas.ts';

const section = Type.Record(Type.String(), Type.Unknown());

/** A resource in the words of a template. */
export const resourceSchema = Type.Object(
  {
    id,
    name: Type.String(),
    resourceType: Type.String(),
    sku: Type.String(),
    locked: Type.Boolean(),
    sections: Type.Object({ properties: section, advanced: section }),
    warnings: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'Resource', description: 'As a template describes it; without secrets and keys.' },
);

export const toResource = (resource: ProvisionedResource, warnings: readonly Warning[] = []) => ({
  ...resource,
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
