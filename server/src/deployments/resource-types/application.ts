import {
  type ApplicationDeps,
  applicationSkus,
  applicationType,
  changeApplicationPlainly,
  findApplicationMistakes,
  planApplication,
  readApplication,
  upsertApplication,
} from '../../identity/applications/index.ts';
import { isArray, isObject, type JsonObject, type JsonValue, memberOf } from '../query/json-value.ts';
import type { Path } from '../template/problem.ts';
import { applicationSections } from './application-schema.ts';
import { orQuery, takesList } from './json-schema.ts';
import { resourceSchema } from './resource-schema.ts';
import type { ResourceType } from './resource-type.ts';

/** `platform.application`: an app or API registration in the identity system (contract A16). */
export function applicationResourceType(deps: ApplicationDeps): ResourceType {
  const sku = orQuery({ enum: [...applicationSkus, null] }, { description: 'A client, an API, or both.' });
  const schema = resourceSchema({ resourceType: applicationType, sku, sections: applicationSections });
  return {
    name: applicationType,
    title: 'Application',
    schema,
    isList: (path) => takesList(schema, path),
    keepsSecret: isSecretText,
    mistakes: { code: 'application.invalid', find: findApplicationMistakes },
    plan: async (handle, input) => await planApplication(handle, deps, input),
    provision: async (transaction, acting, input) => await upsertApplication(transaction, deps, acting, input),
    changePlainly: async (handle, acting, input) => await changeApplicationPlainly(handle, deps, acting, input),
    read: async (handle, { projectId, resourceId }) =>
      await readApplication(handle, { applicationId: resourceId, scope: { projectId } }),
    mirrored: [],
    withoutSecrets,
    secretsIn,
  };
}

/** Secrets that a template gives are looked at by nobody: they are neither kept nor shown. */
function isSecretText(path: Path): boolean {
  return path[0] === 'sections' && path[1] === 'properties' && path[2] === 'secrets' && path.length > 3;
}

function withoutSecrets(resource: JsonObject): JsonObject {
  const { secrets: _secrets, ...properties } = section(resource, 'properties');
  return withSections(
    resource,
    properties,
    subscriptionsOf(resource, ({ key: _key, ...subscription }) => subscription),
  );
}

function secretsIn(resource: JsonObject): readonly string[] {
  const found: JsonValue[] = [];
  const list = (value: JsonValue, member: string) => {
    if (isArray(value)) for (const item of value) found.push(memberOf(item, member));
  };
  list(memberOf(section(resource, 'properties'), 'secrets'), 'secretText');
  list(memberOf(section(resource, 'advanced'), 'apiProductSubscriptions'), 'key');
  return found.filter((text) => typeof text === 'string');
}

function section(resource: JsonObject, name: 'properties' | 'advanced'): JsonObject {
  const found = memberOf(memberOf(resource, 'sections'), name);
  return isObject(found) ? found : {};
}

function subscriptionsOf(resource: JsonObject, change: (subscription: JsonObject) => JsonObject): JsonObject {
  const advanced = section(resource, 'advanced');
  const subscriptions = memberOf(advanced, 'apiProductSubscriptions');
  if (!isArray(subscriptions)) return advanced;
  const changed: JsonValue[] = subscriptions.map((one) => (isObject(one) ? change(one) : one));
  return { ...advanced, apiProductSubscriptions: changed };
}

function withSections(resource: JsonObject, properties: JsonObject, advanced: JsonObject): JsonObject {
  const sections = memberOf(resource, 'sections');
  return { ...resource, sections: { ...(isObject(sections) ? sections : {}), properties, advanced } };
}
