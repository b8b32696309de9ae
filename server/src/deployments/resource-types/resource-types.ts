import type { ApplicationDeps } from '../../identity/applications/index.ts';
import type { ServiceDeps } from '../../identity/services/index.ts';
import { applicationResourceType } from './application.ts';
import type { ResourceType } from './resource-type.ts';
import { serviceResourceType } from './service.ts';

export interface ResourceTypes {
  readonly all: readonly ResourceType[];
  readonly typeNames: readonly string[];
  readonly findType: (name: string) => ResourceType | undefined;
}

/** Every resource type that a template may name: a new one is a file beside this one and a line here (contract A18). */
export function createResourceTypes(deps: ServiceDeps & ApplicationDeps): ResourceTypes {
  const all = [serviceResourceType(deps), applicationResourceType(deps)];
  const byName = new Map(all.map((type) => [type.name, type]));
  return { all, typeNames: [...byName.keys()], findType: (name) => byName.get(name) };
}
