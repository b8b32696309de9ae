import { expect, test } from 'vitest';
import { createTestSecrets } from '../../../test/test-secrets.ts';
import { createResourceTypes } from '../resource-types/resource-types.ts';
import { prepareTemplate } from './prepare-template.ts';
import { reportProblems } from './report-problems.ts';

const types = createResourceTypes({ countSubscribersOfLevel: async () => 0, box: createTestSecrets().box });
const encode = (file: unknown) => Buffer.from(JSON.stringify(file, null, 1)).toString('base64');

const problemsOf = async (resources: readonly object[]) => {
  const template = { resourceGroup: { name: 'the group' }, resources };
  const prepared = await prepareTemplate({ template: encode(template), parameters: encode([]) }, types);
  return reportProblems(prepared.findings.items, prepared.files);
};

const service = (properties: object, rest: object = {}) => ({
  name: 'the service',
  resourceType: 'platform.service',
  sections: { properties },
  ...rest,
});

test('what is wrong in fields is told together with what is wrong elsewhere (contract A8)', async () => {
  const problems = await problemsOf([
    service({ visible: 'no', serviceUrl: 'http://x.example.com', description: "$parameter('nope')" }, { sku: 'gold' }),
    { name: 'x', resourceType: 'platform.application', sections: { properties: { clientType: 'Weird' } } },
    { name: 'data', resourceType: 'platform.database' },
  ]);
  expect(problems.map(({ code, pointer, resource }) => [code, pointer, resource])).toEqual([
    ['service.invalid', '/resources/0/sections/properties/visible', 'the service'],
    ['service.invalid', '/resources/0/sections/properties/serviceUrl', 'the service'],
    ['query.unknown-parameter', '/resources/0/sections/properties/description', 'the service'],
    ['service.invalid', '/resources/0/sku', 'the service'],
    ['application.invalid', '/resources/1/name', 'x'],
    ['application.invalid', '/resources/1/sections/properties/clientType', 'x'],
    ['resource.unknown-type', '/resources/2/resourceType', 'data'],
  ]);
  for (const { line, column } of problems) expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
});

test('what a query will give is not known to be wrong, and nothing is told twice', async () => {
  const problems = await problemsOf([
    service({ visible: "$resources[0].id == 'x'", tags: ['$resources[0].name', 5] }),
    { name: 'the app', resourceType: 'platform.application', sections: 5 },
    { name: "$variable('nope')", resourceType: 'platform.service' },
  ]);
  expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
    ['resource.bad-sections', '/resources/1/sections'],
    ['query.unknown-variable', '/resources/2/name'],
  ]);
});

test('where nothing else is wrong the run tells', async () => {
  expect(await problemsOf([service({ visible: 'no' })])).toEqual([]);
});
