import type { Handle } from '../../platform/database/index.ts';
import { readRows } from '../services/resources/known-resources.ts';
import type { ProvisionedResource } from '../services/resources/provisioned-resource.ts';
import type { ResourceInput, ResourcePlan } from '../services/resources/resource-input.ts';
import { createKnown, type KnownApplications } from './known-applications.ts';
import { type ApplicationDeps, prepareApplication } from './prepare-application.ts';
import { plannedApplication } from './wire/provisioned-application.ts';

/**
 * What `upsertApplication` would do. Secrets are no settings: a rollover that every deployment repeats is an effect, not
 * a change (contract A19).
 */
export const planApplication = async (
  handle: Handle,
  deps: ApplicationDeps,
  input: ResourceInput & { readonly known?: KnownApplications },
): Promise<ResourcePlan<ProvisionedResource>> => {
  const known = input.known ?? createKnown(input.group.projectId);
  if (typeof input.resource.name === 'string') await readRows(handle, known, [input.resource.name]);
  const { name, current, wanted, changes, secrets, findings } = await prepareApplication(handle, known, input);
  return {
    action: current === undefined ? 'create' : changes.length === 0 ? 'noChange' : 'update',
    resource: plannedApplication(current, name, wanted, deps.box),
    revision: current?.revision ?? null,
    changes,
    effects: secrets.effects,
    warnings: findings.warnings,
  };
};
