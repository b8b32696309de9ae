import { AppError } from '../../../platform/errors/app-error.ts';
import type { FieldChange } from './describe-change.ts';
import type { Warning } from './findings.ts';
import type { PlannedAction } from './plan-resource-group.ts';
import { groupLocked } from './resource-group.ts';
import type { ResourceGroup } from './resource-group-store.ts';
import type { ResourceRow } from './resource-store.ts';

export interface ResourceInput {
  readonly group: Pick<ResourceGroup, 'id' | 'projectId' | 'tenantId' | 'locked'>;
  /** A resource of a template, its queries answered: name, sku, locked, sections. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** Locks stop people, not deployments (contract A17). */
  readonly through?: 'deployment' | 'portal';
}

export interface ResourcePlan<Provisioned> {
  readonly action: PlannedAction;
  /** As it is or will be; `id` is null in the plan of a new resource. */
  readonly resource: Provisioned;
  /** By which a plan finds that it is stale; null in the plan of a new resource. */
  readonly revision: number | null;
  readonly changes: readonly FieldChange[];
  /** What a deployment does besides, although no setting changes: in words, such as that a secret is issued. */
  readonly effects: readonly string[];
  readonly warnings: readonly Warning[];
}

export interface UpsertedResource<Provisioned> extends ResourcePlan<Provisioned> {
  readonly revision: number;
}

/** A name means one thing in its project: never a silent move or change of type (contract A9). */
export const refuseOtherPlace = (row: ResourceRow | null | undefined, groupId: string, resourceType: string): void => {
  if (row === null || row === undefined) return;
  const detail = (message: string) => ({ details: [{ in: 'body', path: '/name', message } as const] });
  if (row.resourceType !== resourceType) {
    const message = `The project has a resource "${row.name}" of the type ${row.resourceType}, not ${resourceType}.`;
    throw new AppError('conflict', 'resource.other-type', message, detail(message));
  }
  if (row.resourceGroupId !== groupId) {
    const message = `The resource "${row.name}" stands in another resource group of the project.`;
    throw new AppError('conflict', 'resource.other-group', message, detail(message));
  }
};

/** Of a locked resource people change nothing but the lock itself. */
export const refuseLocked = (
  input: ResourceInput,
  stored: { readonly locked: boolean } | undefined,
  changes: readonly FieldChange[],
): void => {
  if (input.through !== 'portal' || (stored !== undefined && changes.length === 0)) return;
  if (input.group.locked) throw groupLocked();
  if (stored?.locked === true && changes.some(({ path }) => path !== '/locked')) throw resourceLocked();
};

export const resourceLocked = (): AppError =>
  new AppError('locked', 'resource.locked', 'The resource is locked. Unlock it first.');
