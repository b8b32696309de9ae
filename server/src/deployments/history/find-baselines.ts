import type { KnownApplications } from '../../identity/applications/index.ts';
import type { FieldChange } from '../../identity/services/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { JsonObject, JsonValue } from '../query/index.ts';
import type { ResourceType } from '../resource-types/resource-type.ts';
import type { AppliedResource, RunGroup } from '../run/run-template.ts';
import { type Baseline, patchBaseline, selectBaselined, selectBaselineRevisions } from './baseline-store.ts';

export interface BaselineInput {
  readonly group: RunGroup;
  readonly known: KnownApplications;
  readonly applied: readonly AppliedResource[];
  readonly findType: (resourceType: string) => ResourceType | undefined;
}

/**
 * What the resources of a deployment look like at its end, so that drift can tell what was edited since (contract A20).
 * What did not move since its baseline was kept is not written again.
 */
export async function findBaselines(transaction: Transaction, input: BaselineInput): Promise<readonly Baseline[]> {
  const { applied } = input;
  const moved = movedIds(applied);
  const settled = new Map<string, Baseline>();
  for (const resource of applied) {
    const final = moved.has(resource.resource.id ?? '') ? await readAgain(transaction, input, resource) : resource;
    const baseline = baselineOf({ ...final, type: resource.type });
    settled.set(baseline.resourceId, baseline);
  }
  const others = [...moved].filter((id) => !settled.has(id));
  if (others.length > 0) await patchOthers(transaction, input, others);
  const idle = applied.filter(({ action }) => action === 'noChange').map(({ resource }) => resource.id ?? '');
  const kept = await selectBaselineRevisions(transaction, idle);
  return [...settled.values()].filter(({ resourceId, revision }) => kept.get(resourceId) !== revision);
}

/** How a resource looks that is provisioned. */
export function baselineOf({
  resource,
  revision,
  type,
}: Pick<AppliedResource, 'resource' | 'revision' | 'type'>): Baseline {
  const state = type.withoutSecrets(resource as unknown as JsonObject);
  return { resourceId: resource.id ?? '', revision: revision ?? 0, state };
}

/** Resources that a change of another one shows in: both sides of a tree, for instance. */
function movedIds(applied: readonly AppliedResource[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { changes, type } of applied) {
    const paths = type.mirrored.map((member) => `/sections/advanced/${member}`);
    for (const change of changes) if (paths.includes(change.path)) for (const id of idsIn(change)) ids.add(id);
  }
  return ids;
}

function idsIn({ before, after }: FieldChange): readonly string[] {
  return [before, after].flat().filter((id): id is string => typeof id === 'string');
}

/** A template that names the resource and nothing else changes nothing, and tells how it is. */
async function readAgain(
  transaction: Transaction,
  { group, known }: BaselineInput,
  { type, resource }: AppliedResource,
): Promise<Pick<AppliedResource, 'resource' | 'revision'>> {
  return await type.plan(transaction, { group, known, resource: { name: resource.name }, through: 'deployment' });
}

async function patchOthers(
  transaction: Transaction,
  { findType }: BaselineInput,
  ids: readonly string[],
): Promise<void> {
  for (const { resourceId, projectId, resourceType } of await selectBaselined(transaction, ids)) {
    const type = findType(resourceType);
    if (type === undefined) continue;
    const { sections } = await type.read(transaction, { projectId, resourceId });
    const advanced = Object.fromEntries(
      type.mirrored.map((member) => [member, sections.advanced[member] as JsonValue]),
    );
    await patchBaseline(transaction, { resourceId, advanced });
  }
}
