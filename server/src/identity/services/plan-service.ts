import type { Handle } from '../../platform/database/index.ts';
import type { KnownServices } from './known-services.ts';
import { prepareService, type ServiceDeps } from './prepare-service.ts';
import { provisionedService } from './provisioned-service.ts';
import { readRows } from './resources/known-resources.ts';
import type { ProvisionedResource } from './resources/provisioned-resource.ts';
import type { ResourceInput, ResourcePlan } from './resources/resource-input.ts';

/** What `upsertService` would do. `known` spares a question per resource in a large template. */
export const planService = async (
  handle: Handle,
  deps: ServiceDeps,
  input: ResourceInput & { readonly known?: KnownServices },
): Promise<ResourcePlan<ProvisionedResource>> => {
  const known = input.known ?? { projectId: input.group.projectId, rows: new Map(), services: new Map() };
  if (typeof input.resource.name === 'string') await readRows(handle, known, [input.resource.name]);
  const { name, current, wanted, changes, findings } = await prepareService(handle, deps, known, input);
  return {
    action: current === undefined ? 'create' : changes.length === 0 ? 'noChange' : 'update',
    resource: provisionedService(current?.id ?? null, name, wanted),
    revision: current?.revision ?? null,
    changes,
    effects: [],
    warnings: findings.warnings,
  };
};
