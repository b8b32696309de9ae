import { randomUUID } from 'node:crypto';
import type { Handle } from '../../platform/database/index.ts';
import { findKnownService, type KnownServices } from './known-services.ts';
import { describeChange, type FieldChange } from './resources/describe-change.ts';
import { mergeFields, readFields } from './resources/field-table.ts';
import { createFindings, type Findings, refuseFindings } from './resources/findings.ts';
import { readName } from './resources/resource-group.ts';
import { type ResourceInput, refuseLocked, refuseOtherPlace, resourceLocked } from './resources/resource-input.ts';
import { serviceFields } from './service-fields.ts';
import { type ServiceSettings, serviceType } from './service-settings.ts';
import type { AccessLevel, StoredService } from './service-store.ts';
import { selectAncestorIds, selectTreePlaces, type TreePlace } from './service-tree-store.ts';
import { checkLevels, checkTree, settleLevels, settleTree, type TreeFacts } from './settle-service.ts';

/** What this room cannot know by itself. */
export interface ServiceDeps {
  /** Subscriptions belong to the directory: how many users hold the level. */
  readonly countSubscribersOfLevel: (handle: Handle, levelId: string) => Promise<number>;
}

/** Everything that plan and deployment agree on. */
export interface PreparedService {
  readonly name: string;
  readonly current: StoredService | undefined;
  readonly wanted: ServiceSettings;
  readonly levels: readonly AccessLevel[];
  readonly changes: readonly FieldChange[];
  readonly findings: Findings;
  /** The service changes its parent, or gets or loses children by its own list. */
  readonly movesTree: boolean;
  readonly attached: readonly string[];
  readonly detached: readonly string[];
  readonly parent: TreePlace | undefined;
}

/** Members of a resource that are no settings. */
export const nonSettings = [['name'], ['resourceType'], ['id']];

/** Reads, checks and compares. Throws everything that is wrong at once. Writes nothing. */
export const prepareService = async (
  handle: Handle,
  deps: ServiceDeps,
  known: KnownServices,
  input: ResourceInput,
): Promise<PreparedService> => {
  const findings = createFindings();
  const name = readName(input.resource.name, findings);
  const { given, unknown } = readFields(serviceFields, input.resource, findings, nonSettings);
  refuseOtherPlace(known.rows.get(name), input.group.id, serviceType);
  const current = await findKnownService(handle, known, name);

  const merged = settleTree(current, given, mergeFields(serviceFields, current?.settings, given));
  const wanted = settleLevels(merged, await findSubscribedLevels(handle, deps, current, merged), findings);
  if (!unknown.has('accessLevels')) checkLevels(wanted, findings);
  const facts = await readTreeFacts(handle, input, current, wanted);
  checkTree(current, given, wanted, facts, findings);
  refuseFindings(findings, 'service.invalid');

  const changes = describeChange(serviceFields, current?.settings, wanted, unknown);
  refuseLocked(input, current?.settings, changes);
  const before = current?.settings.childServiceIds ?? [];
  const attached = wanted.childServiceIds.filter((id) => !before.includes(id));
  const detached = before.filter((id) => !wanted.childServiceIds.includes(id));
  if (input.through === 'portal' && attached.some((id) => facts.places.get(id)?.locked === true))
    throw resourceLocked();
  const parentMoves = wanted.parentServiceId !== (current?.settings.parentServiceId ?? null);
  return {
    name,
    current,
    wanted,
    levels: wanted.accessLevels.map(
      (level) => current?.levels.find((stored) => stored.name === level) ?? { id: randomUUID(), name: level },
    ),
    changes,
    findings,
    movesTree: parentMoves || attached.length > 0 || detached.length > 0,
    attached,
    detached,
    parent: wanted.parentServiceId === null ? undefined : facts.places.get(wanted.parentServiceId),
  };
};

/** Of the levels that would go, those that somebody holds. */
const findSubscribedLevels = async (
  handle: Handle,
  deps: ServiceDeps,
  current: StoredService | undefined,
  merged: ServiceSettings,
): Promise<readonly string[]> => {
  const subscribed: string[] = [];
  for (const level of current?.levels ?? []) {
    if (merged.accessLevels.includes(level.name)) continue;
    if ((await deps.countSubscribersOfLevel(handle, level.id)) > 0) subscribed.push(level.name);
  }
  return subscribed;
};

/** Asks nothing where nothing moves, which is nearly always. */
const readTreeFacts = async (
  handle: Handle,
  input: ResourceInput,
  current: StoredService | undefined,
  wanted: ServiceSettings,
): Promise<TreeFacts> => {
  const { projectId, tenantId } = input.group;
  const { parentServiceId } = wanted;
  const parentMoves = parentServiceId !== (current?.settings.parentServiceId ?? null);
  const fresh = wanted.childServiceIds.filter((id) => current?.settings.childServiceIds.includes(id) !== true);
  if (!parentMoves && fresh.length === 0) return { projectId, places: new Map(), above: new Set() };
  const places = await selectTreePlaces(handle, tenantId, [
    ...fresh,
    ...(parentServiceId === null ? [] : [parentServiceId]),
  ]);
  const above = parentServiceId === null ? new Set<string>() : await selectAncestorIds(handle, parentServiceId);
  return { projectId, places: new Map(places.map((place) => [place.id, place])), above };
};
