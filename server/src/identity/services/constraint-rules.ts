import type { ConstraintRules } from '../../platform/database/index.ts';

/** What a violated constraint of services and resources means to the caller: who came second hears of it. */
export const serviceConstraintRules: ConstraintRules = {
  resources_name_unique: {
    kind: 'conflict',
    code: 'resource.contended',
    message: 'A resource of this name was made by another request at the same time. Try again.',
  },
  resource_groups_name_unique: {
    kind: 'conflict',
    code: 'resource-group.name-taken',
    message: 'Another resource group of the project has this name.',
  },
  resource_groups_project_fkey: { kind: 'notFound', code: 'project.not-found', message: 'There is no such project.' },
  resources_group_fkey: {
    kind: 'conflict',
    code: 'resource-group.in-use',
    message: 'The resource group was deleted, or filled, by another request at the same time. Try again.',
  },
  services_parent_fkey: {
    kind: 'conflict',
    code: 'service.has-children',
    message: 'The service has child services. Move or delete these first.',
  },
  health_dependencies_service_fkey: {
    kind: 'notFound',
    code: 'service.not-found',
    message: 'There is no such service.',
  },
};
