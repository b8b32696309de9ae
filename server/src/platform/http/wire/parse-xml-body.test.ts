import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { parseXmlBody } from './parse-xml-body.ts';
import { cpuMilliseconds } from './test/cpu-milliseconds.ts';

const SubscriptionRequest = Type.Object(
  { serviceId: Type.String(), role: Type.Optional(Type.String()) },
  { $id: 'SubscriptionRequest' },
);
const UserRegistration = Type.Object(
  {
    firstName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    phone: Type.Optional(Type.String()),
    '#companies': Type.Optional(Type.Integer()),
    weight: Type.Optional(Type.Number()),
    recipients: Type.Optional(Type.Array(Type.String())),
    options: Type.Optional(
      Type.Object({
        sendMail: Type.Optional(Type.Boolean()),
        subscriptions: Type.Optional(Type.Array(SubscriptionRequest)),
      }),
    ),
  },
  { $id: 'UserRegistration' },
);

const read = (inner: string) => parseXmlBody(`<UserRegistration>${inner}</UserRegistration>`, UserRegistration);

const failure = (text: string, schema: object = UserRegistration): AppError => {
  try {
    parseXmlBody(text, schema);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was read');
};

describe('values', () => {
  test.each<[string, string, unknown]>([
    ['nothing', '', {}],
    ['leading zeros stay', '<phone>00000000123</phone>', { phone: '00000000123' }],
    ['space stays', '<phone> 1\n2 </phone>', { phone: ' 1\n2 ' }],
    ['empty text', '<phone></phone>', { phone: '' }],
    ['empty tag', '<phone/>', { phone: '' }],
    ['integer', '<_x0023_companies> 7 </_x0023_companies>', { '#companies': 7 }],
    ['number', '<weight>-1.5e2</weight>', { weight: -150 }],
    ['true', '<options><sendMail>true</sendMail></options>', { options: { sendMail: true } }],
    ['True', '<options><sendMail>True</sendMail></options>', { options: { sendMail: true } }],
    ['1', '<options><sendMail>1</sendMail></options>', { options: { sendMail: true } }],
    ['0', '<options><sendMail>0</sendMail></options>', { options: { sendMail: false } }],
    ['empty object', '<options/>', { options: {} }],
    ['empty array', '<recipients></recipients>', { recipients: [] }],
    ['array of strings', '<recipients><string>a</string><string/></recipients>', { recipients: ['a', ''] }],
    [
      'array of objects',
      '<options><subscriptions><SubscriptionRequest><role>r</role><serviceId>s</serviceId></SubscriptionRequest></subscriptions></options>',
      { options: { subscriptions: [{ role: 'r', serviceId: 's' }] } },
    ],
    ['unknown elements', '<x><y a="1"/>text</x><phone>1</phone><!-- c --><z/>', { phone: '1' }],
    ['CDATA', '<phone>a<![CDATA[<b>&amp;]]>c</phone>', { phone: 'a<b>&amp;c' }],
    ['entities', '<phone>&lt;&gt;&amp;&apos;&quot;</phone>', { phone: '<>&\'"' }],
    ['character references', '<phone>&#65;&#x1F600;&#x0d;</phone>', { phone: 'A😀\r' }],
    ['a comment inside text', '<phone>a<!-- - -->b<?pi x?>c</phone>', { phone: 'abc' }],
    ['line ends', '<phone>a\r\nb\rc</phone>', { phone: 'a\nb\nc' }],
    ['a name that objects inherit', '<__proto__><a>1</a></__proto__><constructor>x</constructor>', {}],
  ])('%s', (_case, inner, value) => {
    expect(read(inner)).toEqual(value);
  });

  test.each<[string, string, unknown]>([
    ['boolean', '<options><sendMail>maybe</sendMail></options>', { options: { sendMail: 'maybe' } }],
    ['integer with a fraction', '<_x0023_companies>1.5</_x0023_companies>', { '#companies': '1.5' }],
    [
      'integer too large',
      '<_x0023_companies>9007199254740993</_x0023_companies>',
      { '#companies': '9007199254740993' },
    ],
    ['number', '<weight>NaN</weight>', { weight: 'NaN' }],
    ['text for an object', '<options>text</options>', { options: 'text' }],
    ['text beside members', '<options>text<sendMail>1</sendMail></options>', { options: 'text' }],
    ['text for an array', '<recipients>a</recipients>', { recipients: 'a' }],
    ['members for a string', '<phone><a/></phone>', { phone: {} }],
  ])('what does not fit stays for the validator: %s', (_case, inner, value) => {
    expect(read(inner)).toEqual(value);
  });
});

describe('namespaces', () => {
  test('a data-contract client of .NET', () => {
    const text = `<?xml version="1.0" encoding="utf-8"?>
<UserRegistration xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.example.test/Client.Models">
  <firstName i:nil="true" />
  <options>
    <sendMail>false</sendMail>
  </options>
  <phone>12</phone>
  <recipients xmlns:a="http://schemas.example.test/Arrays">
    <a:string>one</a:string>
    <a:string>two</a:string>
  </recipients>
</UserRegistration>`;
    const value = { firstName: null, options: { sendMail: false }, phone: '12', recipients: ['one', 'two'] };
    expect(parseXmlBody(text, UserRegistration)).toEqual(value);
  });

  test('nil is known by its namespace, not by its prefix', () => {
    const nil = (attributes: string) => read(`<firstName ${attributes}/>`);
    expect(nil('xmlns:q="http://www.w3.org/2001/XMLSchema-instance" q:nil="1"')).toEqual({ firstName: null });
    expect(nil('xmlns:xsi="urn:other" xsi:nil="true"')).toEqual({ firstName: '' });
    expect(nil('nil="true"')).toEqual({ firstName: '' });
  });

  test('a declaration ends with its element', () => {
    const text =
      '<UserRegistration><options xmlns:a="urn:a"><a:sendMail>1</a:sendMail></options><a:phone/></UserRegistration>';
    expect(failure(text).message).toContain('prefix "a" is not declared');
  });
});

describe('roots', () => {
  const List = Type.Array(UserRegistration);
  test('any name will do for an object', () => {
    expect(parseXmlBody('<NewUser><phone>1</phone></NewUser>', UserRegistration)).toEqual({ phone: '1' });
  });
  test('an array says ArrayOf', () => {
    expect(parseXmlBody('<ArrayOfUser><User><phone>1</phone></User></ArrayOfUser>', List)).toEqual([{ phone: '1' }]);
    expect(parseXmlBody('<ArrayOfUserRegistration/>', List)).toEqual([]);
  });
  test('one kind does not pass for the other', () => {
    expect(failure('<UserRegistration><options/></UserRegistration>', List).message).toContain(
      '"ArrayOfUserRegistration"',
    );
    expect(failure('<ArrayOfUserRegistration/>').message).toContain('"UserRegistration"');
  });
  test('a nil root is no body', () => {
    const nil = '<UserRegistration xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/>';
    expect(parseXmlBody(nil, UserRegistration)).toBeNull();
    expect(parseXmlBody(nil, List)).toBeNull();
  });
  test('scalars', () => {
    expect(parseXmlBody('<int>5</int>', Type.Integer())).toBe(5);
    expect(parseXmlBody('<boolean>true</boolean>', Type.Boolean())).toBe(true);
  });
  test('without a schema the document still has to be well-formed', () => {
    expect(parseXmlBody('<a><b>1</b></a>', undefined)).toEqual({ b: '1' });
  });
});

describe('what is not well-formed is refused with its place', () => {
  test.each([
    ['', 1, 1],
    ['   ', 1, 4],
    ['text', 1, 1],
    ['<a>', 1, 4],
    ['<a><b></a>', 1, 7],
    ['<a>\n  <b>\n</a>', 3, 1],
    ['<a></a><b/>', 1, 8],
    ['<a/>text', 1, 5],
    ['</a>', 1, 1],
    ['<a></a/>', 1, 4],
    ['<a/ >', 1, 3],
    ['<a b>', 1, 3],
    ['<a b=c/>', 1, 3],
    ['<a b="1"c="2"/>', 1, 9],
    ['<a b="<"/>', 1, 3],
    ['<a b="1" b="2"/>', 1, 1],
    ['<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', 1, 1],
    ['<a xmlns="u" xmlns="u"/>', 1, 14],
    ['<a xmlns:p=""/>', 1, 4],
    ['<a xmlns:xml="u"/>', 1, 4],
    ['<a xmlns:xmlns="u"/>', 1, 4],
    ['<p:a/>', 1, 1],
    ['<a p:b="1"/>', 1, 1],
    ['<a:b:c/>', 1, 1],
    ['<:a/>', 1, 1],
    ['<1a/>', 1, 1],
    ['< a/>', 1, 1],
    ['<a>&nbsp;</a>', 1, 4],
    ['<a>&amp</a>', 1, 4],
    ['<a>a & b</a>', 1, 6],
    ['<a b="&x;"/>', 1, 7],
    ['<a>&#0;</a>', 1, 4],
    ['<a>&#xD800;</a>', 1, 4],
    ['<a>&#x110000;</a>', 1, 4],
    ['<a>&#;</a>', 1, 4],
    ['<a>&constructor;</a>', 1, 4],
    ['<a>]]></a>', 1, 4],
    ['<a><![CDATA[x]></a>', 1, 4],
    ['<![CDATA[x]]><a/>', 1, 1],
    ['<a><!-- x</a>', 1, 4],
    ['<a><!-- a -- b --></a>', 1, 11],
    ['<a><!-- a ---></a>', 1, 11],
    ['<a><!ELEMENT b></a>', 1, 4],
    ['<a><?xml version="1.0"?></a>', 1, 4],
    [' <?xml version="1.0"?><a/>', 1, 2],
    ['<?xml version="2.0"?><a/>', 1, 1],
    ['<?xml encoding="utf-8"?><a/>', 1, 1],
    ['<a><?p</a>', 1, 4],
    ['<a><?p:q ?></a>', 1, 4],
    ['<a>\u0000</a>', 1, 4],
    ['<a>\u0008</a>', 1, 4],
    ['<a>\uFFFE</a>', 1, 4],
    ['<a>\uD800</a>', 1, 4],
    ['<a\u0000/>', 1, 3],
  ])('%j', (text, line, column) => {
    const error = failure(text);
    expect([error.kind, error.code]).toEqual(['invalid', 'body.unreadable']);
    expect(error.message).toContain(`(line ${line}, column ${column})`);
  });

  test('the encoding must be UTF-8', () => {
    expect(parseXmlBody("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><a/>", UserRegistration)).toEqual({});
    expect(failure('<?xml version="1.0" encoding="utf-16"?><a/>').message).toContain('only UTF-8');
  });
});

describe('bombs', () => {
  const entity = '<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">';
  test.each([
    ['billion laughs', `<?xml version="1.0"?><!DOCTYPE a [${entity}]><a>&b;</a>`, 'document type'],
    ['external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'document type'],
    ['external subset', '<!DOCTYPE a SYSTEM "http://example.test/a.dtd"><a/>', 'document type'],
    ['deep nesting', '<a>'.repeat(300_000), 'nested deeper than 64'],
    ['deep nesting of unknown elements', `<U><x>${'<a>'.repeat(300_000)}`, 'nested deeper than 64'],
    ['many elements', `<U>${'<a/>'.repeat(250_000)}</U>`, 'more than 50000'],
    ['many comments', `${'<!---->'.repeat(140_000)}<a/>`, 'more than 50000'],
    ['many instructions', `${'<?a?>'.repeat(200_000)}<a/>`, 'more than 50000'],
    ['many attributes', `<a ${Array.from({ length: 90_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`, 'more than 64'],
    ['many namespaces', '<a xmlns:a="u" xmlns:b="u">'.repeat(60), 'more than 64 namespace'],
    ['too long', `<a>${'x'.repeat(1024 * 1024)}</a>`, 'more than 1048576 characters'],
    ['endless space', `<a${' '.repeat(1_000_000)}`, 'not closed'],
    ['endless attribute', `<a b="${'x'.repeat(1_000_000)}`, 'not closed'],
    ['endless name', `<${'a'.repeat(1_000_000)}`, 'not closed'],
    ['endless reference', `<a>&#${'1'.repeat(1_000_000)};</a>`, 'must begin'],
  ])('%s', (_case, text, problem) => {
    const spent = cpuMilliseconds(() => expect(failure(text).message).toContain(problem));
    expect(spent).toBeLessThan(100);
  });

  test.each([
    ['references', `<U><phone>${'&amp;'.repeat(200_000)}</phone></U>`],
    ['text', `<U><phone>${'x'.repeat(1_000_000)}</phone></U>`],
    ['CDATA sections', `<U><phone>${'<![CDATA[x]]>'.repeat(49_000)}</phone></U>`],
    ['items', `<U><recipients>${'<s>x</s>'.repeat(49_000)}</recipients></U>`],
  ])('the largest that is read, of %s', (_case, text) => {
    expect(cpuMilliseconds(() => parseXmlBody(text, UserRegistration))).toBeLessThan(100);
  });
});
