import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Handle, Transaction } from '../../platform/database/index.ts';
import { planService } from '../services/plan-service.ts';
import type { ProvisionedResource } from '../services/resources/provisioned-resource.ts';
import type { ResourceGroup } from '../services/resources/resource-group-store.ts';
import { useResourcesBench } from '../services/test/open-resources-bench.ts';
import { upsertService } from '../services/upsert-service.ts';
import { ensurePlatformRegistrations } from './ensure-platform-registrations.ts';
import { type KnownApplications, loadKnownResources, lockKnownResources } from './known-applications.ts';
import { planApplication } from './plan-application.ts';
import { platformApiId } from './platform-registrations.ts';
import { upsertApplication } from './upsert-application.ts';

const bench = useResourcesBench();

beforeAll(async () => {
  await ensurePlatformRegistrations({ ...bench(), publicUrl: 'http://localhost:4000' });
});

type Wire = Readonly<Record<string, unknown>>;
/** Makes a resource from the ids of those before it, as a template's queries do. */
type Recipe = (before: readonly ProvisionedResource[]) => Wire;

const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const idsOf = (before: readonly ProvisionedResource[], type: string) =>
  before.filter(({ resourceType }) => resourceType === type).map(({ id }) => id);

/** Without the members that were not chosen: absent, not undefined. */
const given = (members: Wire): Wire => JSON.parse(JSON.stringify(members)) as Wire;

const level = fc.stringMatching(/^[A-Za-z0-9_.-]{2,10}$/).map((accessLevelName) => ({ accessLevelName }));
const serviceRecipe: fc.Arbitrary<Recipe> = fc
  .record({
    locked: sometimes(fc.boolean()),
    description: sometimes(orNull(fc.string({ unit: 'grapheme', maxLength: 40 }))),
    serviceUrl: sometimes(fc.constantFrom(null, '', 'https://a.example/#/x', 'http://localhost:3000')),
    tags: sometimes(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 })),
    visible: sometimes(orNull(fc.boolean())),
    subscriberLimit: sometimes(orNull(fc.nat())),
    policy: sometimes(
      orNull(fc.constant({ enforcePasswordPolicy: true, scope: 'platform', intervalType: 2, interval: 1 })),
    ),
    levels: sometimes(
      orNull(fc.uniqueArray(level, { selector: (one) => one.accessLevelName.toLowerCase(), maxLength: 4 })),
    ),
    parent: fc.option(fc.nat(), { nil: null }),
    adopts: fc.boolean(),
    // Templates usually say null and [] where they mean nothing.
    habit: fc.boolean(),
  })
  .map((chosen) => (before) => {
    const services = idsOf(before, 'platform.service');
    const parent = chosen.parent === null ? undefined : services[chosen.parent % Math.max(services.length, 1)];
    // A later service adopts one that has no parent yet, the way a template lists children.
    const adopted = before.flatMap(({ sections }) => (sections.advanced.childServiceIds ?? []) as string[]);
    const orphan = before.find(
      ({ id, sections }) =>
        services.includes(id) && sections.advanced.parentServiceId === null && !adopted.includes(id ?? ''),
    );
    const children = chosen.adopts && parent === undefined && orphan !== undefined ? [orphan.id] : undefined;
    const { locked, description, serviceUrl, tags, visible, subscriberLimit } = chosen;
    const accessLevels = { useAccessLevels: (chosen.levels ?? []).length > 0, accessLevels: chosen.levels };
    return given({
      resourceType: 'platform.service',
      sku: 'standard',
      locked,
      sections: {
        properties: { description, serviceUrl, tags, visible },
        advanced: {
          parentServiceId: parent ?? (chosen.habit ? null : undefined),
          childServiceIds: children ?? (chosen.habit ? [] : undefined),
          passwordPolicy: chosen.policy,
          subscriberLimit,
          accessLevels: chosen.levels === undefined ? undefined : accessLevels,
        },
      },
    });
  });

const applicationRecipe: fc.Arbitrary<Recipe> = fc
  .record({
    clientType: fc.constantFrom('None', 'Confidential', 'Public', 'spa', 'ClientCredentials', 'Native'),
    isApi: fc.boolean(),
    scopes: fc.uniqueArray(fc.constantFrom('read', 'write', 'admin'), { minLength: 1 }),
    redirectUrls: sometimes(
      orNull(fc.array(fc.constantFrom('https://a.example/cb', 'http://localhost/cb', 'https://b.example/'))),
    ),
    applicationUrl: sometimes(fc.constantFrom(null, '', 'https://a.example/')),
    tokenVersion: sometimes(fc.constantFrom(null, 1, 2)),
    secretManagementOptions: sometimes(fc.constantFrom(null, 'none', 'onlyIfEmpty')),
    hasUri: fc.boolean(),
    linked: fc.boolean(),
    calls: fc.boolean(),
    products: sometimes(fc.constantFrom(null, [], [{ productId: 'portolan-platform-api', productName: 'x' }])),
    tags: sometimes(fc.array(fc.constantFrom('a', 'b'))),
  })
  .map((chosen) => (before) => {
    const { clientType, isApi, redirectUrls, applicationUrl, tokenVersion, secretManagementOptions, tags } = chosen;
    const holdsSecrets = clientType === 'Confidential' || clientType === 'ClientCredentials';
    const apis = before.filter(({ sections }) => sections.properties.isApi === true).map(({ id }) => id);
    return given({
      resourceType: 'platform.application',
      sku: isApi ? (clientType === 'None' ? 'api' : 'app;api') : 'app',
      sections: {
        properties: {
          clientType,
          isApi,
          publishedScopes: isApi ? chosen.scopes.map((scopeName) => ({ scopeName, description: scopeName })) : [],
          redirectUrls,
          applicationUrl,
          tokenVersion,
          tags,
          appIdUri: isApi && chosen.hasUri ? `api://${randomUUID()}/` : undefined,
          services: chosen.linked ? idsOf(before, 'platform.service') : undefined,
          secretManagementOptions: holdsSecrets ? secretManagementOptions : undefined,
        },
        advanced: {
          apiAcceses: chosen.calls
            ? [
                { apiClientId: 'api://portolan', scopes: ['user_impersonation'] },
                ...apis.map((apiClientId) => ({ apiClientId, scopes: [] })),
              ]
            : undefined,
          clients: isApi ? before.map(({ id }) => ({ clientId: id, scopes: chosen.scopes })) : [],
          apiProductSubscriptions: chosen.products,
        },
      },
    });
  });

const template = fc.array(fc.oneof(serviceRecipe, applicationRecipe), { minLength: 1, maxLength: 7 });

const provision = async (t: Transaction, known: KnownApplications, group: ResourceGroup, resource: Wire) => {
  const input = { group, resource, known };
  return resource.resourceType === 'platform.service'
    ? await upsertService(t, bench(), bench().acting, input)
    : await upsertApplication(t, bench(), bench().acting, input);
};

const deploy = async (group: ResourceGroup, recipes: readonly Recipe[], mark: string) =>
  await bench().write(async (t) => {
    const names = recipes.map((_, index) => `Resource ${mark} ${index}`);
    const known = await lockKnownResources(t, { projectId: group.projectId, names });
    const made: ProvisionedResource[] = [];
    const resources: Wire[] = [];
    for (const [index, recipe] of recipes.entries()) {
      const resource = { name: names[index], ...recipe(made) };
      const { resource: provisioned } = await provision(t, known, group, resource);
      resources.push(resource);
      made.push(provisioned);
    }
    return { resources, made };
  });

const planOne = async (handle: Handle, group: ResourceGroup, resource: Wire, known?: KnownApplications) => {
  const input = { group, resource, ...(known === undefined ? {} : { known }) };
  return resource.resourceType === 'platform.service'
    ? await planService(handle, bench(), input)
    : await planApplication(handle, bench(), input);
};

test('a template that was just deployed plans to no change, and deploys to none with the same ids', {
  timeout: 120_000,
}, async () => {
  const { database, write, makeGroup, makeProject } = bench();
  const project = await makeProject();
  await fc.assert(
    fc.asyncProperty(template, async (recipes) => {
      const group = await makeGroup(project);
      const mark = randomUUID();
      const { resources, made } = await deploy(group, recipes, mark);
      const names = resources.map(({ name }) => String(name));
      const known = await loadKnownResources(database, { projectId: project.id, names });
      for (const [index, resource] of resources.entries()) {
        for (const plan of [
          await planOne(database, group, resource),
          await planOne(database, group, resource, known),
        ]) {
          expect([plan.action, plan.changes, plan.effects]).toEqual(['noChange', [], []]);
          expect(plan.resource.id).toBe(made[index]?.id);
        }
      }
      const again = await write(async (t) => {
        const held = await lockKnownResources(t, { projectId: project.id, names });
        const outcomes: unknown[] = [];
        for (const resource of resources) {
          const { action, resource: provisioned } = await provision(t, held, group, resource);
          outcomes.push([action, provisioned.id]);
        }
        return outcomes;
      });
      expect(again).toEqual(made.map(({ id }) => ['noChange', id]));
    }),
    { numRuns: 60 },
  );
});

test('what was written earlier in a submission is seen later in it', async () => {
  const { write, makeGroup } = bench();
  const group = await makeGroup();
  const scope = { isApi: true, clientType: 'None', publishedScopes: [{ scopeName: 'read' }] };
  await write(async (t) => {
    const names = ['Parent', 'Child', 'Own API', 'Client', 'Never deployed'];
    const known = await lockKnownResources(t, { projectId: group.projectId, names });
    const put = async (resource: Wire) => (await provision(t, known, group, resource)).resource;
    const service = (name: string, advanced: Wire = {}): Wire => ({
      name,
      resourceType: 'platform.service',
      sections: { advanced },
    });
    const parent = await put(service('Parent'));
    const child = await put(service('Child', { parentServiceId: parent.id }));
    const seen = await put(service('Parent', { childServiceIds: [] }));
    expect(seen.sections.advanced.childServiceIds).toEqual([child.id]);
    const api = await put({
      name: 'Own API',
      resourceType: 'platform.application',
      sku: 'api',
      sections: { properties: scope },
    });
    const advanced = { apiAcceses: [{ apiClientId: api.id, scopes: ['read'] }, { apiClientId: platformApiId }] };
    const properties = { clientType: 'Public', services: [parent.id, child.id] };
    const client = await put({
      name: 'Client',
      resourceType: 'platform.application',
      sections: { properties, advanced },
    });
    expect(client.sections.advanced.apiAcceses).toHaveLength(2);
    expect(client.sections.properties.services).toEqual([parent.id, child.id]);
  });
});
