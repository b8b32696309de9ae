import type { Field, FieldTable } from './resources/field-table.ts';
import { addProblem } from './resources/findings.ts';
import {
  emptyIsNull,
  type Place,
  type Reader,
  readAddress,
  readChoice,
  readFlag,
  readId,
  readList,
  readMail,
  readMembers,
  readText,
  readWhole,
  within,
} from './resources/readers.ts';
import { readTags } from './resources/resource-group.ts';
import {
  passwordPolicyIntervals,
  passwordPolicyScopes,
  passwordPolicyUnits,
  type ServicePasswordPolicy,
  type ServiceSettings,
  serviceSkus,
  subscriptionNotifications,
} from './service-settings.ts';

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

const line = (most: number): Reader<string> => readText(most);
const page = emptyIsNull(readAddress({ fragments: true }));
const words = emptyIsNull(readText(200));

/** A number of the template (0, 1, ...) or the name that it stands for. */
const readNumbered =
  <Choice extends string>(choices: readonly Choice[]): Reader<Choice> =>
  (value, place) => {
    const choice = typeof value === 'number' ? choices[value] : choices.find((name) => name === value);
    if (choice !== undefined) return choice;
    const known = choices.map((name, number) => `${number} (${name})`).join(', ');
    addProblem(place.findings, place.pointer, `${place.name} must be one of ${known}.`);
    return undefined;
  };

const policyMembers = ['enforcePasswordPolicy', 'scope', 'intervalType', 'interval'] as const;

const readPasswordPolicy: Reader<ServicePasswordPolicy> = (value, place) => {
  const members = readMembers(value, place, policyMembers);
  if (members === undefined) return undefined;
  const read = <Value>(member: (typeof policyMembers)[number], reader: Reader<Value>) =>
    reader(members[member], within(place, member));
  const enforced = read('enforcePasswordPolicy', readFlag);
  const scope = read('scope', readNumbered(passwordPolicyScopes));
  const unit = read('intervalType', readNumbered(passwordPolicyUnits));
  const interval = read('interval', readWhole(1, 730));
  if (enforced === undefined || scope === undefined || unit === undefined || interval === undefined) return undefined;
  const allowed = passwordPolicyIntervals[unit];
  if (allowed.includes(interval)) return { enforced, scope, unit, interval };
  const at = within(place, 'interval');
  addProblem(place.findings, at.pointer, `${at.name} in ${unit} must be one of ${allowed.join(', ')}.`);
  return undefined;
};

const writePasswordPolicy = (policy: ServicePasswordPolicy | null): unknown =>
  policy === null
    ? null
    : {
        enforcePasswordPolicy: policy.enforced,
        scope: passwordPolicyScopes.indexOf(policy.scope),
        intervalType: passwordPolicyUnits.indexOf(policy.unit),
        interval: policy.interval,
      };

const levelForm = /^[A-Za-z0-9_.-]{2,50}$/;

const readLevel: Reader<string> = (value: unknown, place: Place) => {
  const members = readMembers(value, place, ['accessLevelName']);
  if (members === undefined) return undefined;
  const { accessLevelName: name } = members;
  if (typeof name === 'string' && levelForm.test(name)) return name;
  const at = within(place, 'accessLevelName');
  addProblem(
    place.findings,
    at.pointer,
    `${at.name} must have 2 to 50 characters: letters, digits, underscores, hyphens and periods.`,
  );
  return undefined;
};

/** Where each setting of a service stands in a template, and how it is read (contract A15). */
export const serviceFields: FieldTable<ServiceSettings> = {
  sku: { path: ['sku'], cleared: 'standard', read: readChoice(serviceSkus), write: (value) => value },
  locked: { path: ['locked'], cleared: false, read: readFlag, write: (value) => value },
  tags: property('tags', [], readTags),
  businessOwnerId: property('businessOwnerId', null, words),
  description: property('description', '', readText(10_000, { manyLines: true })),
  category: property('category', null, words),
  shortName: property('shortName', '', line(200)),
  openInNewTab: property('openInNewTab', false, readFlag),
  visible: property('visible', true, readFlag),
  serviceUrl: property('serviceUrl', null, page),
  shortDescription: property('shortDescription', '', readText(1000, { manyLines: true })),
  technicalContactEmail: property('technicalContactEmail', '', (value, place) =>
    value === '' ? '' : readMail(value, place),
  ),
  providerCompanyName: property('providerCompanyName', null, words),
  productionService: property('productionService', false, readFlag),
  parentServiceId: advanced('parentServiceId', null, emptyIsNull(readId)),
  childServiceIds: {
    ...advanced('childServiceIds', [], readList(readId, { most: 1000, key: (id) => id, whenTwice: 'merge' })),
    isSet: true,
  },
  passwordPolicy: { ...advanced('passwordPolicy', null, readPasswordPolicy), write: writePasswordPolicy },
  useAccessLevels: {
    path: ['sections', 'advanced', 'accessLevels', 'useAccessLevels'],
    cleared: false,
    read: readFlag,
    write: (value) => value,
  },
  accessLevels: {
    path: ['sections', 'advanced', 'accessLevels', 'accessLevels'],
    cleared: [],
    read: readList(readLevel, { most: 100, key: (name) => name.toLowerCase() }),
    write: (names) => names.map((accessLevelName) => ({ accessLevelName })),
  },
  serviceOwner: advanced('serviceOwner', null, emptyIsNull(line(320))),
  public: advanced('public', false, readFlag),
  selfSubscribe: advanced('selfSubscribe', false, readFlag),
  approvalNeeded: advanced('approvalNeeded', false, readFlag),
  subscriptionNotification: advanced('subscriptionNotification', 'send', readChoice(subscriptionNotifications)),
  subscriberLimit: advanced('subscriberLimit', null, readWhole(0, 2_147_483_647)),
  pricingTier: advanced('pricingTier', null, emptyIsNull(line(100))),
  apiAudience: advanced('apiAudience', null, emptyIsNull(line(512))),
  termsUrl: advanced('termsUrl', null, page),
  healthUrl: advanced('healthUrl', null, page),
};
