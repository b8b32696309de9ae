import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';
import { type FieldTable, mergeFields, readFields, writeFields } from './field-table.ts';
import { createFindings } from './findings.ts';
import { readFlag, readList, readText } from './readers.ts';
import { UnknownValue } from './unknown-value.ts';

interface Sample {
  readonly locked: boolean;
  readonly title: string;
  readonly links: readonly string[];
  readonly members: readonly string[];
  readonly inner: boolean;
}

const asItIs = (value: unknown) => value;
const table: FieldTable<Sample> = {
  locked: { path: ['locked'], cleared: false, read: readFlag, write: asItIs },
  title: { path: ['sections', 'properties', 'title'], cleared: '', read: readText(10), write: asItIs },
  links: {
    path: ['sections', 'properties', 'links'],
    cleared: [],
    read: readList(readText(10), { most: 3, key: (link) => link }),
    write: asItIs,
  },
  members: {
    path: ['sections', 'advanced', 'members'],
    cleared: [],
    read: readList(readText(10), { most: 3, key: (link) => link, whenTwice: 'merge' }),
    write: asItIs,
    isSet: true,
  },
  inner: { path: ['sections', 'advanced', 'box', 'inner'], cleared: true, read: readFlag, write: asItIs },
};
const stored: Sample = { locked: true, title: 'old', links: ['a', 'b'], members: ['x', 'y'], inner: false };

const read = (resource: unknown) => {
  const findings = createFindings();
  return { ...readFields(table, resource, findings, [['name']]), findings };
};

test.each<[string, unknown, Partial<Sample>]>([
  ['nothing', {}, {}],
  ['null sections', { sections: null }, {}],
  ['a null section', { sections: { properties: null } }, {}],
  ['values', { locked: false, sections: { properties: { title: 'new' } } }, { locked: false, title: 'new' }],
  [
    'null',
    { locked: null, sections: { properties: { title: null, links: null } } },
    { locked: false, title: '', links: [] },
  ],
  ['null in the way', { sections: { advanced: { box: null } } }, { inner: true }],
  ['empty values', { sections: { properties: { title: '', links: [] } } }, { title: '', links: [] }],
  ['a merged list', { sections: { advanced: { members: ['x', 'x'] } } }, { members: ['x'] }],
])('%s is read', (_name, resource, given) => {
  const found = read(resource);
  expect(found.given).toEqual(given);
  expect(found.findings).toEqual(createFindings());
  expect(mergeFields(table, stored, found.given)).toEqual({ ...stored, ...given });
});

test.each<[string, unknown, readonly (readonly [string, string])[]]>([
  ['a wrong type', { locked: 'yes' }, [['/locked', 'locked must be true or false.']]],
  [
    'several at once',
    { locked: 1, sections: { properties: { title: 'much too long', links: ['a', 7, 'a'] } } },
    [
      ['/locked', 'locked must be true or false.'],
      ['/sections/properties/title', 'title must have at most 10 characters.'],
      ['/sections/properties/links/1', 'links[1] must be a text.'],
      ['/sections/properties/links/2', 'links[2] stands in the list twice.'],
    ],
  ],
  [
    'too many',
    { sections: { properties: { links: ['a', 'b', 'c', 'd'] } } },
    [['/sections/properties/links', 'links must have at most 3 entries.']],
  ],
  ['no list', { sections: { properties: { links: 'a' } } }, [['/sections/properties/links', 'links must be a list.']]],
  [
    'control characters',
    { sections: { properties: { title: 'a\nb' } } },
    [['/sections/properties/title', 'title must have no line breaks or control characters.']],
  ],
  [
    'half a character',
    { sections: { properties: { title: '\ud800' } } },
    [['/sections/properties/title', 'title must be well-formed text.']],
  ],
  ['no object', { sections: [] }, [['/sections', 'sections must be an object.']]],
  ['no section', { sections: { properties: 'x' } }, [['/sections/properties', 'properties must be an object.']]],
])('%s is refused', (_name, resource, problems) => {
  expect(read(resource).findings.problems.map(({ path, message }) => [path, message])).toEqual(problems);
});

test('what leads nowhere is a warning, in any container; odd names are harmless', () => {
  const resource = JSON.parse(
    '{"name":"n","a/b":1,"__proto__":{"locked":true},"sections":{"other":{},"properties":{"titel":"x"},"advanced":{"box":{"y":1}}}}',
  );
  const { given, findings } = read(resource);
  expect(given).toEqual({});
  expect(findings.problems).toEqual([]);
  expect(findings.warnings.map(({ path }) => path)).toEqual([
    '/a~1b',
    '/__proto__',
    '/sections/other',
    '/sections/properties/titel',
    '/sections/advanced/box/y',
  ]);
});

test('what is written reads back the same', () => {
  const written = writeFields(table, stored);
  expect(written).toEqual({
    locked: true,
    sections: {
      properties: { title: 'old', links: ['a', 'b'] },
      advanced: { members: ['x', 'y'], box: { inner: false } },
    },
  });
  expect(read(written).given).toEqual(stored);
});

const fresh: Sample = { locked: false, title: '', links: [], members: [], inner: true };

test.each<[string, Sample | undefined, Sample, readonly unknown[]]>([
  ['the same', stored, { ...stored }, []],
  ['the same set', stored, { ...stored, members: ['y', 'x'] }, []],
  [
    'another order',
    stored,
    { ...stored, links: ['b', 'a'] },
    [{ path: '/sections/properties/links', before: ['a', 'b'], after: ['b', 'a'] }],
  ],
  [
    'two settings',
    stored,
    { ...stored, locked: false, title: 'new' },
    [
      { path: '/locked', before: true, after: false },
      { path: '/sections/properties/title', before: 'old', after: 'new' },
    ],
  ],
  ['a new one with defaults', undefined, fresh, []],
  ['a new one', undefined, { ...fresh, title: 'new' }, [{ path: '/sections/properties/title', after: 'new' }]],
])('%s: the change', (_name, before, after, changes) => {
  expect(describeChange(table, before, after)).toEqual(changes);
});

test('a value that nobody knows yet is a change with its query, however deep it stands', () => {
  const { given, unknown } = read({ sections: { properties: { links: ['a', new UnknownValue('resources[0].id')] } } });
  expect(given).toEqual({});
  expect(describeChange(table, stored, stored, unknown)).toEqual([
    { path: '/sections/properties/links', before: ['a', 'b'], query: 'resources[0].id' },
  ]);
  expect(describeChange(table, undefined, fresh, unknown)).toEqual([
    { path: '/sections/properties/links', query: 'resources[0].id' },
  ]);
});
