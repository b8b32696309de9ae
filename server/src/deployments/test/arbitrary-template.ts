import fc from 'fast-check';
import { idOf } from './sample-templates.ts';

/** Any of these, or nothing said about it at all. */
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

const words = fc.constantFrom('', 'orders', 'Aufträge & mehr', 'línea\nsegunda', '日本語', '$$ 5', 'x'.repeat(150));
const line = fc.constantFrom('', 'orders', 'Aufträge', 'a "quoted" word', '$$5');
const url = fc.constantFrom(
  'https://a.example.com',
  'https://b.example.com/path?x=1',
  'http://localhost:3000/x',
  "$concat('https://', parameter('host'))",
);
const names = fc.constantFrom('reader', 'writer', 'admin', 'x.y-z_1');
const uniqueNames = fc.uniqueArray(names, { maxLength: 3 });

const passwordPolicy = fc.oneof(
  fc.constant(null),
  fc.record({
    enforcePasswordPolicy: fc.boolean(),
    scope: fc.constantFrom(0, 1),
    intervalType: fc.constant(1),
    interval: fc.constantFrom(1, 2, 3, 6, 12, 24),
  }),
);

const drop = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const serviceOf = (name: string, earlier: readonly string[]) =>
  fc
    .record({
      name: fc.constantFrom(name, `$concat('${name.slice(0, 4)}', '${name.slice(4)}')`),
      resourceType: fc.constant('platform.service'),
      sku: maybe(fc.constantFrom('standard', "$'standard'")),
      locked: maybe(fc.boolean()),
      sections: fc.record({
        properties: fc.record({
          description: maybe(fc.oneof(words, fc.constant(null))),
          shortDescription: maybe(words),
          category: maybe(fc.oneof(line, fc.constant(null))),
          shortName: maybe(line),
          businessOwnerId: maybe(line),
          openInNewTab: maybe(fc.boolean()),
          visible: maybe(fc.oneof(fc.boolean(), fc.constant("$parameter('flag')"))),
          serviceUrl: maybe(fc.oneof(url, fc.constant(null))),
          technicalContactEmail: maybe(fc.constantFrom('', 'someone@example.com')),
          providerCompanyName: maybe(line),
          productionService: maybe(fc.boolean()),
          tags: maybe(
            fc.oneof(uniqueNames, fc.constant("$variable('tags')"), fc.constant(['first', "$variable('tags')"])),
          ),
        }),
        advanced: fc.record({
          parentServiceId: maybe(
            earlier.length === 0
              ? fc.constant(null)
              : fc.oneof(fc.constant(null), fc.constantFrom(...earlier).map(idOf)),
          ),
          childServiceIds: maybe(fc.constant([])),
          passwordPolicy: maybe(passwordPolicy),
          accessLevels: maybe(
            fc.oneof(
              fc.constant({ useAccessLevels: false, accessLevels: null }),
              fc.uniqueArray(names, { minLength: 1, maxLength: 3 }).map((levels) => ({
                useAccessLevels: true,
                accessLevels: levels.map((accessLevelName) => ({ accessLevelName })),
              })),
            ),
          ),
        }),
      }),
    })
    .map(drop);

const scopes = fc
  .uniqueArray(fc.constantFrom('read', 'write', 'orders.read'), { minLength: 1, maxLength: 3 })
  .map((list) => list.map((scopeName) => ({ scopeName, description: `To ${scopeName}` })));

const apiOf = (name: string) =>
  fc
    .record({
      name: fc.constant(name),
      resourceType: fc.constant('platform.application'),
      sku: fc.constantFrom('api', 'app;api'),
      sections: fc.record({
        properties: fc.record({
          isApi: fc.constant(true),
          clientType: fc.constantFrom('None', 'Confidential'),
          publishedScopes: scopes,
          appIdUri: maybe(fc.constant(`$concat('api://', parameter('host'), '/${name.replaceAll(' ', '-')}')`)),
          tokenVersion: maybe(fc.constantFrom(1, 2)),
        }),
      }),
    })
    .map(drop);

const appOf = (name: string, services: readonly string[], apis: readonly string[]) =>
  fc
    .record({
      name: fc.constant(name),
      resourceType: fc.constant('platform.application'),
      sku: maybe(fc.constant('app')),
      sections: fc.record({
        properties: fc.record({
          clientType: fc.constantFrom(
            'Confidential',
            'Public',
            'Spa',
            'ClientCredential',
            'ClientCredentials',
            'Native',
          ),
          redirectUrls: maybe(
            fc.oneof(
              fc.uniqueArray(fc.constantFrom('https://a.example.com/x', 'http://localhost:8080/y'), { maxLength: 2 }),
              fc.constant("$concat('https://', parameter('host'))"),
            ),
          ),
          applicationUrl: maybe(url),
          services: maybe(fc.subarray([...services]).map((list) => list.map(idOf))),
          tags: maybe(uniqueNames),
        }),
        advanced: fc.record({
          apiProductSubscriptions: maybe(fc.constantFrom([], [{ productName: 'Portolan Platform API' }])),
          apiAcceses: maybe(
            fc.subarray([...apis]).map((list) =>
              list.map((api) => ({
                apiClientId: idOf(api),
                scopes: [`$resources[?name=='${api}'].sections.properties.publishedScopes[*].scopeName | [0]`],
              })),
            ),
          ),
        }),
      }),
    })
    .map(drop);

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);

/** Templates of every shape that is right: services in trees, APIs, and applications that refer to both. */
export const arbitraryTemplate = fc
  .record({
    services: fc.nat({ max: 4 }),
    apis: fc.nat({ max: 2 }),
    apps: fc.nat({ max: 3 }),
    prefix: fc.constantFrom('one', 'two'),
  })
  .chain(({ services, apis, apps, prefix }) => {
    const serviceNames = numbered(`${prefix} service`, services);
    const apiNames = numbered(`${prefix} api`, apis);
    return fc.record({
      resourceGroup: fc
        .record({
          name: fc.constant(`group ${prefix}`),
          description: maybe(words),
          tags: maybe(uniqueNames),
          isProduction: maybe(fc.boolean()),
          locked: maybe(fc.boolean()),
        })
        .map(drop),
      variables: fc.constant({ tags: ['v1', "$parameter('host')"] }),
      resources: fc
        .tuple(
          fc.tuple(...serviceNames.map((name, index) => serviceOf(name, serviceNames.slice(0, index)))),
          fc.tuple(...apiNames.map(apiOf)),
          fc.tuple(...numbered(`${prefix} app`, apps).map((name) => appOf(name, serviceNames, apiNames))),
        )
        .map((parts) => parts.flat()),
      outputs: fc.constant([
        { name: 'all', value: '$resources[*].[id, name, sections.properties.secrets]', type: 'object' },
      ]),
    });
  });

export const parameters = [
  { name: 'host', value: 'h.example.com', type: 'string' },
  { name: 'flag', value: true, type: 'boolean' },
];
