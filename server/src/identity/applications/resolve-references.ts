import type { Handle } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { addConflict, addWarning, type Findings } from '../services/resources/findings.ts';
import { isId } from '../services/resources/readers.ts';
import type { ResourceGroup } from '../services/resources/resource-group-store.ts';
import type { ApiAccess, ApplicationSettings, ProductReference } from './application-settings.ts';
import type { StoredApplication } from './application-store.ts';
import type { KnownApplications } from './known-applications.ts';
import { platformProductId } from './platform-registrations.ts';
import { isAppIdUriTaken, selectApis, selectProducts, selectServicesOfGroup } from './reference-store.ts';
import { apiAccessesName } from './wire/application-fields.ts';

interface ReferenceInput {
  readonly handle: Handle;
  readonly known: KnownApplications;
  readonly group: Pick<ResourceGroup, 'id' | 'projectId' | 'tenantId'>;
  readonly current: StoredApplication | undefined;
  readonly findings: Findings;
}

/** Linked services stand in the group of the application. Those that are linked already need no second look. */
export const resolveServices = async (input: ReferenceInput, services: readonly string[]): Promise<void> => {
  const { handle, known, group, current } = input;
  const isKnown = (id: string) =>
    current?.settings.services.includes(id) === true || known.services.get(id)?.resourceGroupId === group.id;
  const fresh = services.filter((id) => !isKnown(id));
  if (fresh.length === 0) return;
  const found = await selectServicesOfGroup(handle, group.id, fresh);
  for (const [index, id] of services.entries()) {
    if (isKnown(id) || found.has(id)) continue;
    const message = `services[${index}] names no service of the resource group.`;
    addConflict(input.findings, `/sections/properties/services/${index}`, message);
  }
};

/** APIs by id or appIdUri become ids; each with scopes that it publishes. */
export const resolveApiAccesses = async (
  input: ReferenceInput,
  accesses: readonly ApiAccess[],
  own: Pick<ApplicationSettings, 'isApi' | 'publishedScopes'>,
): Promise<readonly ApiAccess[]> => {
  const { known, current, findings } = input;
  await readApis(input, accesses);
  const resolved = new Map<string, ApiAccess>();
  for (const [index, access] of accesses.entries()) {
    const pointer = `/sections/advanced/${apiAccessesName}/${index}`;
    const name = `${apiAccessesName}[${index}]`;
    const api = known.apis.get(keyOf(access.apiClientId));
    if (api === undefined || api === null) {
      addConflict(findings, `${pointer}/apiClientId`, `${name}.apiClientId names no API of the project.`);
      continue;
    }
    if (resolved.has(api.id)) {
      addConflict(findings, `${pointer}/apiClientId`, `${name}.apiClientId stands in the list twice.`);
      continue;
    }
    const published = api.id === current?.id ? own.publishedScopes.map(({ scopeName }) => scopeName) : api.scopes;
    for (const scope of access.scopes.filter((name) => !published.includes(name))) {
      addConflict(findings, `${pointer}/scopes`, `${name}.scopes: the API does not publish ${scope}.`);
    }
    resolved.set(api.id, { apiClientId: api.id, scopes: access.scopes });
  }
  return [...resolved.values()];
};

const keyOf = (api: string): string => (isId(api) ? api.toLowerCase() : api.replace(/\/$/, ''));

const readApis = async ({ handle, known }: ReferenceInput, accesses: readonly ApiAccess[]): Promise<void> => {
  const fresh = accesses.map(({ apiClientId }) => keyOf(apiClientId)).filter((key) => !known.apis.has(key));
  if (fresh.length === 0) return;
  for (const key of fresh) known.apis.set(key, null);
  const names = { ids: fresh.filter(isId), uris: fresh.filter((key) => !isId(key)) };
  for (const { id, scopes, appIdUri } of await selectApis(handle, known.projectId, names)) {
    known.apis.set(id, { id, scopes });
    if (appIdUri !== null && fresh.includes(appIdUri)) known.apis.set(appIdUri, { id, scopes });
  }
};

/** Products as they are called, each once, and the platform's own, which everybody subscribes to (contract A16). */
export const resolveProducts = async (
  input: ReferenceInput,
  products: readonly ProductReference[],
): Promise<readonly ProductReference[]> => {
  const { known, current, findings } = input;
  // Nearly every application has the platform's product already: then there is nothing to ask.
  const own = current?.settings.apiProductSubscriptions.find(({ productId }) => productId === platformProductId);
  if (own !== undefined) known.products.set(platformProductId, { id: own.productId, name: own.productName });
  const keys = products.map(({ productId, productName }) => (productId === '' ? productName : productId).toLowerCase());
  await readProducts(input, [...keys, platformProductId]);
  const resolved = new Map<string, ProductReference>();
  for (const [index, key] of keys.entries()) {
    const pointer = `/sections/advanced/apiProductSubscriptions/${index}`;
    const product = known.products.get(key);
    if (product === undefined || product === null) {
      const message = `apiProductSubscriptions[${index}] names no API product that this project may use.`;
      addConflict(findings, `${pointer}/productId`, message);
      continue;
    }
    const called = products[index]?.productName ?? '';
    if (called !== '' && called.toLowerCase() !== product.name.toLowerCase()) {
      addWarning(findings, `${pointer}/productName`, `The API product is called ${product.name}.`);
    }
    resolved.set(product.id, { productId: product.id, productName: product.name });
  }
  const platform = known.products.get(platformProductId);
  if (platform === undefined || platform === null) {
    throw new AppError('unexpected', 'platform.unregistered', 'The platform API product is not registered.');
  }
  if (!resolved.has(platform.id)) {
    resolved.set(platform.id, { productId: platform.id, productName: platform.name });
  }
  return [...resolved.values()];
};

const readProducts = async ({ handle, known, group }: ReferenceInput, keys: readonly string[]): Promise<void> => {
  const fresh = keys.filter((key) => !known.products.has(key));
  if (fresh.length === 0) return;
  const found = await selectProducts(handle, group.tenantId, fresh);
  for (const key of fresh) {
    // By id first; a name of the tenant's own product wins over a public one of the same name.
    const product =
      found.find(({ id }) => id === key) ??
      found.find(({ name }) => name.toLowerCase() === key) ??
      found.find(({ identifier }) => identifier === key);
    known.products.set(key, product === undefined ? null : { id: product.id, name: product.name });
  }
};

/** An API is found by its URI: no two of a tenant share one, and none takes the platform's. */
export const resolveAppIdUri = async (input: ReferenceInput, appIdUri: string | null): Promise<void> => {
  const { handle, group, current, findings } = input;
  if (appIdUri === null || appIdUri === current?.settings.appIdUri) return;
  if (await isAppIdUriTaken(handle, group.tenantId, appIdUri, current?.id)) {
    const message = 'appIdUri is taken by another application of the tenant.';
    addConflict(findings, '/sections/properties/appIdUri', message);
  }
};
