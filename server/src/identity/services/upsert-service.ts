import { randomUUID } from 'node:crypto';
import type { Acting } from '../../accounts/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { auditOfService } from './audit-of-service.ts';
import type { KnownServices } from './known-services.ts';
import { type PreparedService, prepareService, type ServiceDeps } from './prepare-service.ts';
import { provisionedService } from './provisioned-service.ts';
import { noteAudit, noteChanged } from './resources/change-journal.ts';
import { readRows, readRowsForUpdate } from './resources/known-resources.ts';
import type { ProvisionedResource } from './resources/provisioned-resource.ts';
import type { ResourceInput, UpsertedResource } from './resources/resource-input.ts';
import { touchResources } from './resources/resource-store.ts';
import { serviceType } from './service-settings.ts';
import { insertService, replaceLevels, type StoredService, selectServices, updateService } from './service-store.ts';
import { lockServiceTrees, moveService } from './service-tree-store.ts';

/** Makes the service when its name is new in the project, otherwise changes what the template gives (contract A9, A10). */
export const upsertService = async (
  transaction: Transaction,
  deps: ServiceDeps,
  acting: Acting,
  input: ResourceInput & { readonly known?: KnownServices },
): Promise<UpsertedResource<ProvisionedResource>> => {
  const known = input.known ?? forgetful(input);
  const names = typeof input.resource.name === 'string' ? [input.resource.name] : [];
  // The lock of the trees comes before those of rows: two moves that hold a row each would otherwise wait for each other.
  if (input.known === undefined && (await movesTree(transaction, deps, input, names))) {
    await lockServiceTrees(transaction, input.group.tenantId);
  }
  await readRowsForUpdate(transaction, known, names);
  let prepared = await prepareService(transaction, deps, known, input);
  if (prepared.movesTree) {
    // Looked at again under the lock: somebody may have moved a service since.
    await lockServiceTrees(transaction, input.group.tenantId);
    if (prepared.current !== undefined) known.services.delete(prepared.current.id);
    prepared = await prepareService(transaction, deps, known, input);
  }
  const { current, changes, findings } = prepared;
  const action = current === undefined ? 'create' : changes.length === 0 ? 'noChange' : 'update';
  const stored =
    current === undefined
      ? await createService(transaction, known, input, prepared)
      : action === 'update'
        ? await changeService(transaction, known, current, prepared)
        : current;
  if (action !== 'noChange') {
    remember(known, prepared, stored);
    await noteAudit(transaction, known.journal, auditOfService(acting, stored, action, changes));
  }
  const resource = provisionedService(stored.id, stored.name, stored.settings);
  return { action, resource, revision: stored.revision, changes, effects: [], warnings: findings.warnings };
};

const forgetful = (input: ResourceInput): KnownServices => ({
  projectId: input.group.projectId,
  rows: new Map(),
  services: new Map(),
});

/** A look without locks. */
const movesTree = async (
  transaction: Transaction,
  deps: ServiceDeps,
  input: ResourceInput,
  names: readonly string[],
): Promise<boolean> => {
  const known = forgetful(input);
  await readRows(transaction, known, names);
  return (await prepareService(transaction, deps, known, input)).movesTree;
};

const createService = async (
  transaction: Transaction,
  known: KnownServices,
  { group }: ResourceInput,
  prepared: PreparedService,
): Promise<StoredService> => {
  const { name, wanted, levels, parent } = prepared;
  const id = randomUUID();
  const rootServiceId = parent?.rootServiceId ?? id;
  const place = { tenantId: group.tenantId, projectId: group.projectId, resourceGroupId: group.id };
  const { sku, tags, locked } = wanted;
  const resource = { ...place, id, name, resourceType: serviceType, sku, tags, locked };
  await insertService(transaction, resource, wanted, rootServiceId, levels);
  if (prepared.movesTree) {
    await moveChildren(transaction, known, id, rootServiceId, prepared);
    return await reload(transaction, id);
  }
  const tree = { rootServiceId, parentListed: false, ownChildIds: [] };
  return { ...place, id, name, resourceType: serviceType, revision: 1, settings: wanted, levels, ...tree };
};

const changeService = async (
  transaction: Transaction,
  known: KnownServices,
  current: StoredService,
  prepared: PreparedService,
): Promise<StoredService> => {
  const { wanted, levels } = prepared;
  const revision = await updateService(transaction, current.id, wanted);
  if (prepared.changes.some(({ path }) => path === '/sections/advanced/accessLevels/accessLevels')) {
    await replaceLevels(transaction, current.id, levels);
  }
  // Rights hang on levels and on the tree: whoever remembers them asks again.
  await noteChanged(transaction, known.journal, [current.id]);
  if (!prepared.movesTree) return { ...current, revision, settings: wanted, levels };
  const parentId = wanted.parentServiceId;
  const isMoved = parentId !== current.settings.parentServiceId;
  const rootId = isMoved ? (prepared.parent?.rootServiceId ?? current.id) : current.rootServiceId;
  if (isMoved) await move(transaction, known, { serviceId: current.id, parentId, rootId, listed: false });
  await moveChildren(transaction, known, current.id, rootId, prepared);
  return await reload(transaction, current.id);
};

/** Children take the new root with all that stands below them. The other side of each move has changed too. */
const moveChildren = async (
  transaction: Transaction,
  known: KnownServices,
  ownId: string,
  rootId: string,
  prepared: PreparedService,
): Promise<void> => {
  for (const serviceId of prepared.detached) {
    await move(transaction, known, { serviceId, parentId: null, rootId: serviceId, listed: false });
  }
  for (const serviceId of prepared.attached) {
    await move(transaction, known, { serviceId, parentId: ownId, rootId, listed: true });
  }
  await touchResources(transaction, otherSides(prepared));
};

const move = async (
  transaction: Transaction,
  { journal }: KnownServices,
  step: Parameters<typeof moveService>[1],
): Promise<void> => await noteChanged(transaction, journal, await moveService(transaction, step));

const otherSides = ({ current, wanted, attached, detached }: PreparedService): string[] => {
  const [before, after] = [current?.settings.parentServiceId ?? null, wanted.parentServiceId];
  const parents = before === after ? [] : [before, after].filter((id) => id !== null);
  return [...parents, ...attached, ...detached];
};

const reload = async (transaction: Transaction, serviceId: string): Promise<StoredService> => {
  const [stored] = await selectServices(transaction, [serviceId]);
  if (stored === undefined) throw new Error('A service vanished in the transaction that wrote it.');
  return stored;
};

const remember = (known: KnownServices, prepared: PreparedService, stored: StoredService): void => {
  known.rows.set(stored.name, stored);
  if (prepared.movesTree) for (const id of otherSides(prepared)) known.services.delete(id);
  known.services.set(stored.id, stored);
};
