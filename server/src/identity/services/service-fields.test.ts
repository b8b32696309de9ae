import { expect, test } from 'vitest';
import { mergeFields, readFields, writeFields } from './resources/field-table.ts';
import { createFindings } from './resources/findings.ts';
import { serviceFields } from './service-fields.ts';
import type { ServiceSettings } from './service-settings.ts';

const read = (sections: unknown, rest: object = {}) => {
  const findings = createFindings();
  const { given } = readFields(serviceFields, { ...rest, sections }, findings, [['name']]);
  return { given, findings };
};

const full: ServiceSettings = {
  sku: 'standard',
  locked: true,
  tags: ['Sample', 'Dev'],
  businessOwnerId: 'owner-1',
  description: 'Two\nlines',
  category: 'Tools',
  shortName: 'Demo',
  openInNewTab: true,
  visible: false,
  serviceUrl: 'https://demo.example.com/#/home',
  shortDescription: 'Short',
  technicalContactEmail: 'tech@example.com',
  providerCompanyName: 'Provider',
  productionService: true,
  parentServiceId: '0f8a1c1e-2b3c-4d5e-8f90-112233445566',
  childServiceIds: ['1f8a1c1e-2b3c-4d5e-8f90-112233445566'],
  passwordPolicy: { enforced: true, scope: 'platform', unit: 'months', interval: 6 },
  useAccessLevels: true,
  accessLevels: ['reader', 'power.user_2-x'],
  serviceOwner: 'Team',
  public: true,
  selfSubscribe: true,
  approvalNeeded: true,
  subscriptionNotification: 'suppress',
  subscriberLimit: 10,
  pricingTier: 'gold',
  apiAudience: 'api://demo',
  termsUrl: 'https://demo.example.com/terms',
  healthUrl: 'https://demo.example.com/health',
};

test('every setting is written in the form of a template and reads back the same', () => {
  const written = writeFields(serviceFields, full);
  expect(written).toMatchObject({
    sku: 'standard',
    locked: true,
    sections: {
      properties: { serviceUrl: full.serviceUrl, technicalContactEmail: 'tech@example.com', tags: ['Sample', 'Dev'] },
      advanced: {
        parentServiceId: full.parentServiceId,
        childServiceIds: full.childServiceIds,
        passwordPolicy: { enforcePasswordPolicy: true, scope: 1, intervalType: 1, interval: 6 },
        accessLevels: {
          useAccessLevels: true,
          accessLevels: [{ accessLevelName: 'reader' }, { accessLevelName: 'power.user_2-x' }],
        },
      },
    },
  });
  const findings = createFindings();
  expect(readFields(serviceFields, written, findings, []).given).toEqual(full);
  expect(findings).toEqual(createFindings());
});

test('null clears every setting to its default', () => {
  const nulls = (members: object) => Object.fromEntries(Object.keys(members).map((member) => [member, null]));
  const written = writeFields(serviceFields, full) as { sections: { properties: object; advanced: object } };
  const sections = { properties: nulls(written.sections.properties), advanced: nulls(written.sections.advanced) };
  const { given, findings } = read(sections, { sku: null, locked: null });
  expect(findings).toEqual(createFindings());
  expect(given).toEqual(mergeFields(serviceFields, undefined, {}));
});

const policy = (members: object) => ({
  advanced: { passwordPolicy: { enforcePasswordPolicy: true, scope: 0, intervalType: 0, interval: 30, ...members } },
});

test.each([
  [0, [30, 60, 90, 180, 365, 730]],
  [1, [1, 2, 3, 6, 12, 24]],
  [2, [1, 2]],
])('intervals of unit %s', (intervalType, intervals) => {
  for (let interval = 0; interval <= 731; interval += 1) {
    const { given, findings } = read(policy({ intervalType, interval }));
    const isRight = intervals.includes(interval);
    expect([interval, given.passwordPolicy?.interval]).toEqual([interval, isRight ? interval : undefined]);
    expect(findings.problems.map(({ path }) => path)).toEqual(
      isRight ? [] : ['/sections/advanced/passwordPolicy/interval'],
    );
  }
});

const levels = (...names: unknown[]) => ({
  advanced: {
    accessLevels: { useAccessLevels: true, accessLevels: names.map((accessLevelName) => ({ accessLevelName })) },
  },
});

test.each<[string, unknown, string]>([
  [
    'serviceUrl without TLS',
    { properties: { serviceUrl: 'http://demo.example.com' } },
    '/sections/properties/serviceUrl',
  ],
  ['serviceUrl that is none', { properties: { serviceUrl: 'demo' } }, '/sections/properties/serviceUrl'],
  ['a number as text', { properties: { shortName: 7 } }, '/sections/properties/shortName'],
  ['a text as flag', { properties: { visible: 'true' } }, '/sections/properties/visible'],
  ['no e-mail', { properties: { technicalContactEmail: 'tech' } }, '/sections/properties/technicalContactEmail'],
  ['an empty tag', { properties: { tags: ['a', ''] } }, '/sections/properties/tags/1'],
  ['a parent that is no id', { advanced: { parentServiceId: 'parent' } }, '/sections/advanced/parentServiceId'],
  ['a child that is no id', { advanced: { childServiceIds: ['child'] } }, '/sections/advanced/childServiceIds/0'],
  ['a policy that is a text', { advanced: { passwordPolicy: 'strict' } }, '/sections/advanced/passwordPolicy'],
  ['an unknown scope', policy({ scope: 2 }), '/sections/advanced/passwordPolicy/scope'],
  ['a missing unit', policy({ intervalType: undefined }), '/sections/advanced/passwordPolicy/intervalType'],
  ['half an interval', policy({ interval: 30.5 }), '/sections/advanced/passwordPolicy/interval'],
  ['no flag', policy({ enforcePasswordPolicy: null }), '/sections/advanced/passwordPolicy/enforcePasswordPolicy'],
  ['a short level', levels('r'), '/sections/advanced/accessLevels/accessLevels/0/accessLevelName'],
  ['a level with a space', levels('ok', 'a b'), '/sections/advanced/accessLevels/accessLevels/1/accessLevelName'],
  ['a long level', levels('a'.repeat(51)), '/sections/advanced/accessLevels/accessLevels/0/accessLevelName'],
  ['a level twice', levels('reader', 'Reader'), '/sections/advanced/accessLevels/accessLevels/1'],
  [
    'levels as texts',
    { advanced: { accessLevels: { accessLevels: ['reader'] } } },
    '/sections/advanced/accessLevels/accessLevels/0',
  ],
  ['a negative limit', { advanced: { subscriberLimit: -1 } }, '/sections/advanced/subscriberLimit'],
])('%s is refused where it stands', (_name, sections, path) => {
  expect(read(sections).findings.problems.map((problem) => problem.path)).toEqual([path]);
});

test.each<[string, unknown, Partial<ServiceSettings>]>([
  ['localhost', { properties: { serviceUrl: 'http://localhost:3000' } }, { serviceUrl: 'http://localhost:3000' }],
  ['an empty address', { properties: { serviceUrl: '' } }, { serviceUrl: null }],
  ['an empty e-mail', { properties: { technicalContactEmail: '' } }, { technicalContactEmail: '' }],
  [
    'an id in capitals',
    { advanced: { parentServiceId: '0F8A1C1E-2B3C-4D5E-8F90-112233445566' } },
    { parentServiceId: full.parentServiceId },
  ],
  [
    'names for numbers',
    policy({ scope: 'platform', intervalType: 'years', interval: 2 }),
    { passwordPolicy: { enforced: true, scope: 'platform', unit: 'years', interval: 2 } },
  ],
  ['no levels', { advanced: { accessLevels: { accessLevels: null } } }, { accessLevels: [] }],
])('%s is taken', (_name, sections, given) => {
  const found = read(sections);
  expect(found.findings.problems).toEqual([]);
  expect(found.given).toEqual(given);
});

test('only the sku standard is known', () => {
  expect(read({}, { sku: 'premium' }).findings.problems).toMatchObject([
    { path: '/sku', message: 'sku must be one of standard.' },
  ]);
});
