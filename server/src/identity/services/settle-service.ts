import { addConflict, addProblem, addWarning, type Findings } from './resources/findings.ts';
import type { ServiceSettings } from './service-settings.ts';
import type { StoredService } from './service-store.ts';
import type { TreePlace } from './service-tree-store.ts';

const parentPointer = '/sections/advanced/parentServiceId';
const childrenPointer = '/sections/advanced/childServiceIds';
const levelsPointer = '/sections/advanced/accessLevels/accessLevels';

/**
 * Settings that two sides may say. A parent that lists this service as its child keeps it although the service itself
 * says null, and children that name this service as their parent stay although it does not list them: only so do templates
 * that say one thing on one side, and the usual empty value on the other, plan to no change (contract A19).
 */
export const settleTree = (
  current: StoredService | undefined,
  given: Partial<ServiceSettings>,
  merged: ServiceSettings,
): ServiceSettings => ({
  ...merged,
  parentServiceId:
    given.parentServiceId === null && current?.parentListed === true
      ? current.settings.parentServiceId
      : merged.parentServiceId,
  childServiceIds: [...new Set([...merged.childServiceIds, ...(current?.ownChildIds ?? [])])],
});

/** A level that has subscribers stays, whatever the template says; that is a warning, not an error (contract A15). */
export const settleLevels = (
  merged: ServiceSettings,
  subscribed: readonly string[],
  findings: Findings,
): ServiceSettings => {
  const kept = subscribed.filter((name) => !merged.accessLevels.includes(name));
  if (kept.length === 0) return merged;
  const keptKeys = new Set(kept.map((name) => name.toLowerCase()));
  for (const name of kept) {
    const message = `The access level ${name} has subscribers: it can be neither renamed nor deleted, and stays.`;
    addWarning(findings, levelsPointer, message);
  }
  const accessLevels = [...merged.accessLevels.filter((name) => !keptKeys.has(name.toLowerCase())), ...kept];
  return { ...merged, accessLevels };
};

export const checkLevels = (wanted: ServiceSettings, findings: Findings): void => {
  if (wanted.useAccessLevels && wanted.accessLevels.length === 0) {
    addProblem(findings, levelsPointer, 'accessLevels must have at least one entry when useAccessLevels is true.');
  }
};

export interface TreeFacts {
  readonly projectId: string;
  /** The wanted parent and the children that are new, as far as the tenant has them. */
  readonly places: ReadonlyMap<string, TreePlace>;
  /** The wanted parent and everything above it. */
  readonly above: ReadonlySet<string>;
}

/** Trees stay trees: parents and children of the project, each with one parent, and never a circle. */
export const checkTree = (
  current: StoredService | undefined,
  given: Partial<ServiceSettings>,
  wanted: ServiceSettings,
  facts: TreeFacts,
  findings: Findings,
): void => {
  const { parentServiceId } = wanted;
  if (parentServiceId !== null && parentServiceId !== (current?.settings.parentServiceId ?? null)) {
    // Below a service of others one would read who subscribes there (contract B10).
    if (facts.places.get(parentServiceId)?.projectId !== facts.projectId) {
      addConflict(findings, parentPointer, 'parentServiceId names no service of the project.');
    } else if (current?.parentListed === true) {
      const message =
        'The service is listed as a child of another service. Take it out of childServiceIds there first.';
      addConflict(findings, parentPointer, message);
    }
  }
  if (current !== undefined && facts.above.has(current.id)) {
    addConflict(findings, parentPointer, 'parentServiceId would make a circle: the parent stands below this service.');
  }
  for (const [index, childId] of (given.childServiceIds ?? []).entries()) {
    if (current?.settings.childServiceIds.includes(childId) === true) continue;
    const problem = findChildProblem(childId, current?.id, facts);
    if (problem !== undefined) addConflict(findings, `${childrenPointer}/${index}`, problem);
  }
};

const findChildProblem = (childId: string, ownId: string | undefined, facts: TreeFacts): string | undefined => {
  const child = facts.places.get(childId);
  // A service of another project is not ours to move.
  if (child === undefined || child.projectId !== facts.projectId)
    return 'childServiceIds names no service of the project.';
  if (childId === ownId || facts.above.has(childId)) {
    return `childServiceIds would make a circle: ${child.name} stands above this service.`;
  }
  return child.parentServiceId === null
    ? undefined
    : `childServiceIds names ${child.name}, which has another parent. Take it out there first.`;
};
