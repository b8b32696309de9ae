import type { Field, FieldTable } from '../../services/resources/field-table.ts';
import { addProblem } from '../../services/resources/findings.ts';
import {
  emptyIsNull,
  type Place,
  type Reader,
  readAddress,
  readChoice,
  readFlag,
  readId,
  readList,
  readMembers,
  readText,
  readWhole,
  within,
} from '../../services/resources/readers.ts';
import { readTags } from '../../services/resources/resource-group.ts';
import {
  type ApiAccess,
  type ApplicationSettings,
  type AuthorizedClient,
  applicationSkus,
  clientTypes,
  type ProductReference,
  type PublishedScope,
} from '../application-settings.ts';

const property = <Value>(name: string, cleared: Value, read: Reader<Value>): Field<Value> => ({
  path: ['sections', 'properties', name],
  cleared,
  read,
  write: (value) => value,
});

const advanced = <Value>(name: string, cleared: Value, read: Reader<Value>): Field<Value> => ({
  ...property(name, cleared, read),
  path: ['sections', 'advanced', name],
});

const fail = (place: Place, rule: string): undefined => {
  addProblem(place.findings, place.pointer, `${place.name} ${rule}.`);
  return undefined;
};

/** Custom schemes are for native clients only; that is checked where the client type is known. */
const readUrls = readList(readAddress({ privateSchemes: true }), { most: 256, key: (url) => url, whenTwice: 'merge' });

/** What may stand in a scope (RFC 6749), because `<appIdUri>/.default` does. */
const uriForm = /^[a-z][a-z0-9+.-]*:[!$-)+-;=@-[\]_a-z~]+$/i;
const ownUris = /^urn:portolan:/i;

/** Without a slash at the end: `api://x/` and `api://x` name the same API. */
const readAppIdUri: Reader<string> = (value, place) => {
  if (typeof value !== 'string') return fail(place, 'must be a text');
  const uri = value.replace(/\/$/, '');
  if (uri.length > 512 || !uriForm.test(uri)) return fail(place, 'must be an absolute URI such as api://orders');
  return ownUris.test(uri) ? fail(place, 'must not begin with urn:portolan:') : uri;
};

const scopeForm = /^[A-Za-z0-9_.:-]{1,120}$/;
/** Scopes of OpenID Connect itself, and `.default`, which stands for all scopes of an API. */
const foreignScopes = new Set(['openid', 'offline_access', 'profile', 'email', 'phone', 'address', '.default']);

const readScope: Reader<PublishedScope> = (value, place) => {
  const members = readMembers(value, place, ['scopeName', 'description']);
  if (members === undefined) return undefined;
  const at = within(place, 'scopeName');
  const { scopeName } = members;
  const description =
    (members.description ?? null) === null
      ? ''
      : readText(1000, { manyLines: true })(members.description, within(place, 'description'));
  if (typeof scopeName !== 'string' || !scopeForm.test(scopeName)) {
    return fail(at, 'must have 1 to 120 characters: letters, digits, underscores, hyphens, periods and colons');
  }
  if (foreignScopes.has(scopeName)) return fail(at, `must not be ${scopeName}, which means something else`);
  return description === undefined ? undefined : { scopeName, description };
};

const readScopeNames: Reader<readonly string[]> = (value, place) =>
  value === undefined || value === null
    ? []
    : readList(readText(120, { least: 1 }), { most: 200, key: (name) => name, whenTwice: 'merge' })(value, place);

const readClient: Reader<AuthorizedClient> = (value, place) => {
  const members = readMembers(value, place, ['clientId', 'clientName', 'scopes']);
  if (members === undefined) return undefined;
  const clientId = readId(members.clientId, within(place, 'clientId'));
  const scopes = readScopeNames(members.scopes, within(place, 'scopes'));
  return clientId === undefined || scopes === undefined ? undefined : { clientId, scopes };
};

/** The API by its id or its appIdUri; which of its kind exist is looked up later. */
const readApiAccess: Reader<ApiAccess> = (value, place) => {
  const members = readMembers(value, place, ['apiClientId', 'apiName', 'scopes']);
  if (members === undefined) return undefined;
  const apiClientId = readText(512, { least: 1 })(members.apiClientId, within(place, 'apiClientId'));
  const scopes = readScopeNames(members.scopes, within(place, 'scopes'));
  return apiClientId === undefined || scopes === undefined ? undefined : { apiClientId, scopes };
};

/** `key` is only ever given out; a template that was made from a provisioned resource may carry it. */
const readProduct: Reader<ProductReference> = (value, place) => {
  const members = readMembers(value, place, ['productId', 'productName', 'key']);
  if (members === undefined) return undefined;
  const read = (member: 'productId' | 'productName') =>
    (members[member] ?? null) === null ? '' : readText(200)(members[member], within(place, member));
  const [productId, productName] = [read('productId'), read('productName')];
  if (productId === undefined || productName === undefined) return undefined;
  return productId === '' && productName === ''
    ? fail(within(place, 'productId'), 'must name an API product')
    : { productId, productName };
};

/** The spelling of the specification: this is the only place that has it. */
export const apiAccessesName = 'apiAcceses';

/** Where each setting of an application stands in a template, and how it is read (contract A16). */
export const applicationFields: FieldTable<ApplicationSettings> = {
  sku: { path: ['sku'], cleared: 'app', read: readChoice(applicationSkus), write: (value) => value },
  locked: { path: ['locked'], cleared: false, read: readFlag, write: (value) => value },
  isApi: property('isApi', false, readFlag),
  clientType: property('clientType', 'None', readChoice(clientTypes, { clientcredentials: 'ClientCredential' })),
  redirectUrls: property('redirectUrls', [], readUrls),
  postLogoutRedirectUrls: property('postLogoutRedirectUrls', [], readUrls),
  applicationUrl: property('applicationUrl', null, emptyIsNull(readAddress({ privateSchemes: true }))),
  allowImplicitGrantFlow: property('allowImplicitGrantFlow', false, readFlag),
  appIdUri: property('appIdUri', null, emptyIsNull(readAppIdUri)),
  tokenVersion: property('tokenVersion', 2, readWhole(1, 2)),
  publishedScopes: {
    ...property('publishedScopes', [], readList(readScope, { most: 200, key: ({ scopeName }) => scopeName })),
    write: (scopes) => scopes.map(({ scopeName, description }) => ({ scopeName, description })),
  },
  services: property('services', [], readList(readId, { most: 200, key: (id) => id, whenTwice: 'merge' })),
  tags: property('tags', [], readTags),
  apiProductSubscriptions: {
    ...advanced('apiProductSubscriptions', [], readList(readProduct, { most: 100 })),
    write: (products) => products.map(({ productId, productName }) => ({ productId, productName })),
  },
  clients: {
    ...advanced('clients', [], readList(readClient, { most: 1000, key: ({ clientId }) => clientId })),
    write: (clients) => clients.map(({ clientId, scopes }) => ({ clientId, scopes })),
  },
  apiAccesses: {
    ...advanced(apiAccessesName, [], readList(readApiAccess, { most: 200 })),
    write: (accesses) => accesses.map(({ apiClientId, scopes }) => ({ apiClientId, scopes })),
  },
  secondFactorRequired: advanced('secondFactorRequired', false, readFlag),
};

export const secretOptionPath = ['sections', 'properties', 'secretManagementOptions'];
export const secretsPath = ['sections', 'properties', 'secrets'];
