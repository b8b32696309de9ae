import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { createBodyValidator } from './create-body-validator.ts';
import { parseXmlBody } from './parse-xml-body.ts';
import { cpuMilliseconds } from './test/cpu-milliseconds.ts';
import { UserReference } from './test/sample-schemas.ts';

const Registration = Type.Object(
  {
    email: Type.String({ format: 'email' }),
    firstName: Type.Optional(Type.Union([Type.String({ maxLength: 5 }), Type.Null()])),
    kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()])),
    notify: Type.Optional(Type.Enum(['send', 'suppress', 'none'])),
    type: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(3)])),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
    count: Type.Optional(Type.Integer({ minimum: 1, format: 'int32' })),
    choice: Type.Optional(Type.Union([Type.String(), Type.Object({ id: Type.Integer() })])),
    options: Type.Optional(
      Type.Object({ sendMail: Type.Boolean({ default: true }), id: Type.Optional(Type.String({ format: 'uuid' })) }),
    ),
  },
  { $id: 'Registration' },
);
const validate = createBodyValidator(Registration);
const good = { email: 'a@example.test' };

describe('what is wrong is named', () => {
  test.each<[string, unknown, string, string]>([
    [
      'wrong type',
      { ...good, options: { sendMail: 'yes' } },
      '/options/sendMail',
      '`/options/sendMail` must be a boolean.',
    ],
    ['no coercion', { ...good, count: '5' }, '/count', '`/count` must be an integer.'],
    ['fraction', { ...good, count: 1.5 }, '/count', '`/count` must be an integer.'],
    ['too small', { ...good, count: 0 }, '/count', '`/count` must be at least 1.'],
    ['too large for int32', { ...good, count: 2 ** 31 }, '/count', '`/count` must be a 32-bit integer.'],
    ['missing', {}, '/email', '`/email` is required.'],
    ['format', { email: 'nobody' }, '/email', '`/email` must be an e-mail address.'],
    ['uuid', { ...good, options: { sendMail: true, id: 'x' } }, '/options/id', '`/options/id` must be a UUID.'],
    ['nullable', { ...good, firstName: 5 }, '/firstName', '`/firstName` must be a string or null.'],
    ['too long', { ...good, firstName: 'abcdef' }, '/firstName', '`/firstName` must have at most 5 characters.'],
    ['literals', { ...good, kind: 'c' }, '/kind', '`/kind` must be one of `a`, `b`, null.'],
    ['numbers', { ...good, type: 2 }, '/type', '`/type` must be one of `1`, `3`.'],
    ['enum', { ...good, notify: 'x' }, '/notify', '`/notify` must be one of `send`, `suppress`, `none`.'],
    ['item', { ...good, tags: ['a', 1] }, '/tags/1', '`/tags/1` must be a string.'],
    ['items', { ...good, tags: ['a', 'b', 'c', 'd'] }, '/tags', '`/tags` must have at most 3 items.'],
    ['alternatives', { ...good, choice: { id: 'x' } }, '/choice', '`/choice` has none of the allowed forms.'],
    ['null member', { ...good, notify: null }, '/notify', '`/notify` must be one of `send`, `suppress`, `none`.'],
    ['array', [], '', 'The body must be an object.'],
    ['text', 'x', '', 'The body must be an object.'],
  ])('%s', (_case, body, path, message) => {
    const { error } = validate(body);
    expect([error?.kind, error?.code, error?.message]).toEqual(['invalid', 'request.invalid', message]);
    expect(error?.details).toEqual([{ in: 'body', path, message }]);
  });

  test('all mistakes at once', () => {
    const { error } = validate({ count: 'x', tags: [1, 2], notify: 7 });
    expect(error?.details.map(({ path }) => path).sort()).toEqual([
      '/count',
      '/email',
      '/notify',
      '/tags/0',
      '/tags/1',
    ]);
    expect(error?.message).toMatch(/\(4 more\)$/);
  });

  test('values are not repeated, and long names are cut', () => {
    const map = createBodyValidator(Type.Record(Type.String(), Type.Integer()));
    const secret = 'hunter2'.repeat(10);
    const { error } = map({ ['n'.repeat(10_000)]: secret });
    expect(JSON.stringify([error?.message, error?.details])).not.toContain('hunter2');
    expect(error?.message.length).toBeLessThan(300);
  });

  test('mistakes are capped, and a large wrong body is refused fast', () => {
    const list = createBodyValidator(Type.Array(Type.String()));
    expect(list(Array(100).fill(1)).error?.details).toHaveLength(20);
    const large = Array(300_000).fill(1);
    expect(cpuMilliseconds(() => expect(list(large).error?.details).toHaveLength(1))).toBeLessThan(100);
  });
});

describe('what is right is handed on', () => {
  test('unknown members are dropped, at every level', () => {
    const body = { ...good, admin: true, options: { sendMail: false, extra: 1 } };
    expect(validate(body)).toEqual({ value: { ...good, options: { sendMail: false } } });
  });
  test('defaults are filled in', () => {
    expect(validate({ ...good, options: {} })).toEqual({ value: { ...good, options: { sendMail: true } } });
  });
  test('members that only the prototype has are not there', () => {
    const strict = createBodyValidator(Type.Object({ constructor: Type.String() }));
    expect(strict({}).error?.details[0]?.path).toBe('/constructor');
  });
  test('free-form parts stay whole', () => {
    const free = createBodyValidator(Type.Object({ sections: Type.Unknown() }));
    expect(free({ sections: { a: [{ b: null }] } })).toEqual({ value: { sections: { a: [{ b: null }] } } });
  });
});

describe('no body (contract B5)', () => {
  test.each([undefined, null])('%s', (body) => {
    expect(createBodyValidator(Type.Optional(Registration))(body)).toEqual({ value: undefined });
    expect(createBodyValidator(Type.Union([Registration, Type.Null()]))(body)).toEqual({ value: null });
    expect(createBodyValidator(Type.Unknown())(body)).toEqual({ value: null });
    expect(validate(body).error?.message).toBe('The body is required.');
  });
  test('an optional body that is there is still checked', () => {
    expect(createBodyValidator(Type.Optional(Registration))({}).error?.message).toBe('`/email` is required.');
  });
});

describe('schemas', () => {
  test('one named schema may stand in many', () => {
    const list = createBodyValidator(Type.Array(UserReference));
    const pair = createBodyValidator(Type.Object({ a: UserReference, b: Type.Optional(UserReference) }));
    const copy = createBodyValidator(Type.Object({ activated: Type.String() }, { $id: 'UserReference' }));
    expect(list([{ activated: true }]).error).toBeUndefined();
    expect(pair({ a: { activated: 1 } }).error?.message).toBe('`/a/activated` must be a boolean.');
    expect(copy({ activated: 'x' }).error).toBeUndefined();
  });
  test('a schema may refer to itself', () => {
    const Tree = Type.Cyclic(
      { Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref('Node')) }) },
      'Node',
    );
    const check = createBodyValidator(Tree);
    expect(check({ name: 'a', children: [{ name: 'b', children: [] }] }).error).toBeUndefined();
    expect(check({ name: 'a', children: [{ name: 1, children: [] }] }).error?.details[0]?.path).toBe(
      '/children/0/name',
    );
  });
  test('a mistyped keyword is found by the first check', () => {
    expect(() => createBodyValidator(Type.Object({ a: Type.String({ minLenght: 1 }) }))({})).toThrow('minLenght');
    expect(() => createBodyValidator(Type.String({ 'x-secret': true, example: 'a' }))('a')).not.toThrow();
  });
});

test.each<[string, string, boolean]>([
  ['uuid', '5B0C7A2E-6f0e-4c8e-9a5e-1b8f4f1d2c3a', true],
  ['uuid', 'urn:uuid:5b0c7a2e-6f0e-4c8e-9a5e-1b8f4f1d2c3a', false],
  ['uuid', '5b0c7a2e6f0e4c8e9a5e1b8f4f1d2c3a', false],
  ['email', 'ada.lovelace+x@mail.example.test', true],
  ['email', 'ada@', false],
  ['email', `${'a'.repeat(250)}@example.test`, false],
  ['uri', 'https://example.test/a?b=c#d', true],
  ['uri', '/relative', false],
  ['date-time', '2026-01-31T10:00:00Z', true],
  ['date-time', '2026-01-31T10:00:00.1234567+02:00', true],
  ['date-time', '2026-02-30T10:00:00Z', false],
  ['date-time', '2026-01-31T10:00:00', false],
  ['date-time', '2026-01-31 10:00:00Z', false],
  ['date-time', '2016-12-31T23:59:60Z', false],
  ['byte', 'QUJD', true],
  ['byte', '', true],
  ['byte', 'QUJ', false],
  ['byte', '!!!!\nQUJD', false],
])('format %s: %s is %s', (format, value, fits) => {
  expect(createBodyValidator(Type.String({ format }))(value).error === undefined).toBe(fits);
});

test.each(['uuid', 'email', 'uri', 'uri-reference', 'date-time', 'byte'])(
  'a long text is no burden to format %s',
  (format) => {
    const check = createBodyValidator(Type.String({ format }));
    for (const unit of ['a', 'a.', '-', '@', 'a@', '/', '%41', ':', '0', 'A==', '\n']) {
      const text = `a:${unit.repeat(500_000 / unit.length)}!`;
      expect(cpuMilliseconds(() => check(text))).toBeLessThan(100);
    }
  },
);

test('XML and JSON are refused with the same words', () => {
  const xml = parseXmlBody(
    '<Registration><email>a@example.test</email><count>many</count><options><sendMail>maybe</sendMail></options></Registration>',
    Registration,
  );
  const json = { ...good, count: 'many', options: { sendMail: 'maybe' } };
  expect(validate(xml).error?.details).toEqual(validate(json).error?.details);
  expect(validate(xml).error?.details).toHaveLength(2);
});
