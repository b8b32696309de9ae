/**
 * Files that are wrong. `¦` stands before the place that the problem must name; it is taken out before the file is sent.
 * Where there is none, the problem has no place in a file.
 */
export interface BadFiles {
  readonly title: string;
  readonly template?: string;
  readonly parameters?: string;
  readonly status: number;
  readonly code: string;
  readonly pointer: string;
}

type Row = readonly [title: string, file: string, code: string, pointer: string, status?: number];

const group = '"resourceGroup": {"name": "a group"}';

/** A template that is right but for what is given; `{` stands on the first line, as people write it. */
const around = (members: string): string => `{\n  ${group},\n  ${members}\n}`;
const ofResource = (resource: string): string => around(`"resources": [\n    ${resource}\n  ]`);
const ofService = (members: string): string =>
  ofResource(`{"name": "a service", "resourceType": "platform.service", ${members}}`);
const ofProperties = (members: string): string => ofService(`"sections": {"properties": {${members}}}`);
const ofAdvanced = (members: string): string => ofService(`"sections": {"advanced": {${members}}}`);
const ofApp = (properties: string, advanced = ''): string =>
  ofResource(
    `{"name": "an app", "resourceType": "platform.application", "sections": {"properties": {${properties}}, "advanced": {${advanced}}}}`,
  );
const ofOutput = (output: string): string => around(`"resources": [],\n  "outputs": [${output}]`);
const ofVariables = (variables: string): string => around(`"resources": [],\n  "variables": ${variables}`);

const text = (length: number): string => 'x'.repeat(length);

/** A query over a list of 1,000 numbers and a text of 10,000 characters. */
const ofBomb = (query: string): string =>
  around(`"variables": {"l": [${'1,'.repeat(1_000)}], "t": "${text(10_000)}"}, "resources": [],
  "outputs": [{"name": "x", "value": "$${query}"}]`);

const malformed: readonly Row[] = [
  ['nothing but blanks', '  \n ¦', 'json.syntax', ''],
  ['cut off in an object', `{${group},¦`, 'json.syntax', ''],
  ['cut off behind a name', '{"resourceGroup"¦', 'json.syntax', '/resourceGroup'],
  ['cut off in a list', `{${group}, "resources": [¦`, 'json.syntax', '/resources/0'],
  ['cut off in a text', '{"resourceGroup": {"name": ¦"a gr', 'json.syntax', '/resourceGroup/name'],
  ['a text over two lines', '{"resourceGroup": {"name": ¦"a\ngroup"}}', 'json.syntax', '/resourceGroup/name'],
  ['a tab in a text', '{"resourceGroup": {"name": "a¦\tgroup"}}', 'json.syntax', '/resourceGroup/name'],
  ['an unknown escape', '{"resourceGroup": {"name": "a¦\\x41"}}', 'json.syntax', '/resourceGroup/name'],
  ['a short unicode escape', '{"resourceGroup": {"name": "¦\\u12"}}', 'json.syntax', '/resourceGroup/name'],
  ['half a surrogate pair', '{"resourceGroup": {"name": ¦"\\ud800"}}', 'json.unstorable-text', '/resourceGroup/name'],
  ['the character U+0000', '{"resourceGroup": {"name": ¦"\\u0000"}}', 'json.unstorable-text', '/resourceGroup/name'],
  ['single quotes', "{¦'resourceGroup': 1}", 'json.syntax', ''],
  ['a name without quotes', '{¦resourceGroup: 1}', 'json.syntax', ''],
  ['no colon', '{"resourceGroup" ¦1}', 'json.syntax', '/resourceGroup'],
  ['no comma between members', `{${group} ¦"resources": []}`, 'json.syntax', '/resourceGroup'],
  ['no comma between elements', around('"resources": [1 ¦2]'), 'json.syntax', '/resources/1'],
  ['two commas', around('"resources": [1,¦,2]'), 'json.syntax', '/resources/1'],
  ['a comma first', '{¦,}', 'json.syntax', ''],
  ['a bracket that does not fit', '{"resources": [¦}', 'json.syntax', '/resources/0'],
  ['a bracket too many', '{}¦}', 'json.syntax', ''],
  ['two values', '{} ¦{}', 'json.syntax', ''],
  ['NaN', '{"resources": ¦NaN}', 'json.syntax', '/resources'],
  ['True', '{"resources": ¦True}', 'json.syntax', '/resources'],
  ['a number with a leading zero', '{"resources": ¦01}', 'json.syntax', '/resources'],
  ['a number with a plus', '{"resources": ¦+1}', 'json.syntax', '/resources'],
  ['a number that ends in a point', '{"resources": ¦1.}', 'json.syntax', '/resources'],
  ['a hexadecimal number', '{"resources": ¦0x10}', 'json.syntax', '/resources'],
  ['a number beyond all bounds', '{"resources": ¦1e999}', 'json.number-range', '/resources'],
  ['a comment without end', '{ ¦/* ', 'json.syntax', ''],
  ['a single slash', '{ ¦/ }', 'json.syntax', ''],
  ['the same member twice', `{${group}, ¦"resourceGroup": 1}`, 'json.duplicate-member', '/resourceGroup'],
  ['nested too deeply', `${'['.repeat(64)}¦[`, 'json.too-deep', '/0'.repeat(64)],
  ['behind a byte order mark', '\ufeff{¦x}', 'json.syntax', ''],
  ['behind comments and a trailing comma', `{ // one\n/* two\n*/ "a": [1,],¦x}`, 'json.syntax', ''],
];

const structures: readonly Row[] = [
  ['a list', '¦[]', 'template.not-an-object', ''],
  ['no resource group', '¦{"resources": []}', 'group.missing', ''],
  [
    'a resource group that is a text',
    '{"resourceGroup": ¦"a", "resources": []}',
    'group.not-an-object',
    '/resourceGroup',
  ],
  ['a resource group without a name', '{"resourceGroup": ¦{}, "resources": []}', 'group.no-name', '/resourceGroup'],
  [
    'a group name that is a number',
    '{"resourceGroup": {"name": ¦1}, "resources": []}',
    'group.bad-name',
    '/resourceGroup/name',
  ],
  [
    'a group name that is too short',
    '{"resourceGroup": {"name": ¦"abc"}, "resources": []}',
    'resource-group.invalid',
    '/resourceGroup/name',
  ],
  [
    'a group name with a slash',
    '{"resourceGroup": {"name": ¦"a/group"}, "resources": []}',
    'resource-group.invalid',
    '/resourceGroup/name',
  ],
  [
    'isProduction that is a text',
    '{"resourceGroup": {"name": "a group", "isProduction": ¦"yes"}, "resources": []}',
    'group.wrong-type',
    '/resourceGroup/isProduction',
  ],
  [
    'locked that is a number',
    '{"resourceGroup": {"name": "a group", "locked": ¦1}, "resources": []}',
    'group.wrong-type',
    '/resourceGroup/locked',
  ],
  [
    'a description that is a list',
    '{"resourceGroup": {"name": "a group", "description": ¦[]}, "resources": []}',
    'group.wrong-type',
    '/resourceGroup/description',
  ],
  [
    'tags that are a text',
    '{"resourceGroup": {"name": "a group", "tags": ¦"x"}, "resources": []}',
    'group.wrong-type',
    '/resourceGroup/tags',
  ],
  [
    'a tag that is a number',
    '{"resourceGroup": {"name": "a group", "tags": ["x", ¦2]}, "resources": []}',
    'group.wrong-type',
    '/resourceGroup/tags/1',
  ],
  ['no resources', `¦{${group}}`, 'resources.missing', ''],
  ['resources that are an object', around('"resources": ¦{}'), 'resources.not-a-list', '/resources'],
  ['a resource that is a text', ofResource('¦"x"'), 'resource.not-an-object', '/resources/0'],
  [
    'a resource without a name',
    ofResource('¦{"resourceType": "platform.service"}'),
    'resource.no-name',
    '/resources/0',
  ],
  [
    'a resource name that is null',
    ofResource('{"name": ¦null, "resourceType": "platform.service"}'),
    'resource.bad-name',
    '/resources/0/name',
  ],
  ['a resource without a type', ofResource('¦{"name": "a service"}'), 'resource.no-type', '/resources/0'],
  [
    'a resource type that is a number',
    ofResource('{"name": "a service", "resourceType": ¦1}'),
    'resource.bad-type',
    '/resources/0/resourceType',
  ],
  [
    'an unknown resource type',
    ofResource('{"name": "a service", "resourceType": ¦"platform.servise"}'),
    'resource.unknown-type',
    '/resources/0/resourceType',
  ],
  [
    'a resource type that is a query',
    ofResource(`{"name": "a service", "resourceType": ¦"$'platform.service'"}`),
    'resource.unknown-type',
    '/resources/0/resourceType',
  ],
  ['sections that are a text', ofService('"sections": ¦"x"'), 'resource.bad-sections', '/resources/0/sections'],
  [
    'two resources of one name',
    ofResource(
      '{"name": "a service", "resourceType": "platform.service"}, {"name": ¦"a service", "resourceType": "platform.service"}',
    ),
    'resource.duplicate-name',
    '/resources/1/name',
  ],
  [
    'the same name by a query',
    ofResource(
      `{"name": "a service", "resourceType": "platform.service"}, {"name": ¦"$concat('a ', 'service')", "resourceType": "platform.service"}`,
    ),
    'resource.duplicate-name',
    '/resources/1/name',
  ],
  ['variables that are a number', ofVariables('¦1'), 'variables.wrong-type', '/variables'],
  ['a variable that is a text', ofVariables('[¦"x"]'), 'variable.not-an-object', '/variables/0'],
  ['a variable without a name', ofVariables('[¦{"value": 1}]'), 'variable.no-name', '/variables/0'],
  ['a variable without a value', ofVariables('[¦{"name": "x"}]'), 'variable.no-value', '/variables/0'],
  [
    'a variable that is defined twice',
    ofVariables('[{"name": "x", "value": 1}, {"name": ¦"x", "value": 2}]'),
    'variable.duplicate',
    '/variables/1/name',
  ],
  [
    'a variable of an unknown type',
    ofVariables('[{"name": "x", "value": 1, "type": ¦"int"}]'),
    'variable.unknown-type',
    '/variables/0/type',
  ],
  [
    'a variable of another type than it says',
    ofVariables('[{"name": "x", "value": ¦1, "type": "string"}]'),
    'variable.type-mismatch',
    '/variables/0/value',
  ],
  ['a variable with an empty name', ofVariables('{"": ¦1}'), 'variable.bad-name', '/variables/'],
  ['outputs that are an object', around('"resources": [], "outputs": ¦{}'), 'outputs.not-a-list', '/outputs'],
  ['an output that is a text', ofOutput('¦"x"'), 'output.not-an-object', '/outputs/0'],
  ['an output without a name', ofOutput('¦{"value": "$resources"}'), 'output.no-name', '/outputs/0'],
  [
    'an output whose name is too long',
    ofOutput(`{"name": ¦"${text(201)}", "value": "$resources"}`),
    'output.bad-name',
    '/outputs/0/name',
  ],
  ['an output without a value', ofOutput('¦{"name": "x"}'), 'output.no-value', '/outputs/0'],
  [
    'an output whose value is an object',
    ofOutput('{"name": "x", "value": ¦{}}'),
    'output.bad-value',
    '/outputs/0/value',
  ],
  [
    'an output of an unknown type',
    ofOutput('{"name": "x", "value": "$resources", "type": ¦"text"}'),
    'output.unknown-type',
    '/outputs/0/type',
  ],
  [
    'two outputs of one name',
    ofOutput('{"name": "x", "value": "$resources"}, {"name": ¦"x", "value": "$resources"}'),
    'output.duplicate',
    '/outputs/1/name',
  ],
];

const queries: readonly Row[] = [
  [
    'a query that ends too early',
    ofOutput('{"name": "x", "value": "$resources[?name==¦"}'),
    'query.syntax',
    '/outputs/0/value',
  ],
  ['an empty query', ofOutput('{"name": "x", "value": "$¦"}'), 'query.syntax', '/outputs/0/value'],
  [
    'a mistake behind an escape',
    ofOutput('{"name": "x", "value": "$\\u0061.\\"b\\".¦"}'),
    'query.syntax',
    '/outputs/0/value',
  ],
  [
    'a mistake in a list in a section',
    ofProperties('"tags": ["a", "$b.¦"]'),
    'query.syntax',
    '/resources/0/sections/properties/tags/1',
  ],
  ['a mistake in a sku', ofService('"sku": "$a.¦"'), 'query.syntax', '/resources/0/sku'],
  [
    'an unknown function',
    ofOutput('{"name": "x", "value": "$¦format(\'a\')"}'),
    'query.unknown-function',
    '/outputs/0/value',
  ],
  [
    'concat without arguments',
    ofOutput('{"name": "x", "value": "$¦concat()"}'),
    'query.invalid-arity',
    '/outputs/0/value',
  ],
  [
    'parameter with two arguments',
    ofOutput(`{"name": "x", "value": "$¦parameter('a', 'b')"}`),
    'query.invalid-arity',
    '/outputs/0/value',
  ],
  [
    'a parameter named by a number',
    ofOutput('{"name": "x", "value": "$parameter(¦`1`)"}'),
    'query.invalid-type',
    '/outputs/0/value',
  ],
  [
    'concat of null',
    ofOutput('{"name": "x", "value": "$concat(\'a\', ¦`null`)"}'),
    'query.invalid-type',
    '/outputs/0/value',
  ],
  ['concat of a list', ofOutput('{"name": "x", "value": "$concat(¦`[1]`)"}'), 'query.invalid-type', '/outputs/0/value'],
  [
    'concat of a parameter that is a list',
    ofOutput(`{"name": "x", "value": "$concat(¦parameter('list'))"}`),
    'query.invalid-type',
    '/outputs/0/value',
  ],
  [
    'an unknown parameter',
    ofOutput(`{"name": "x", "value": "$¦parameter('nobody')"}`),
    'query.unknown-parameter',
    '/outputs/0/value',
  ],
  [
    'an unknown parameter in the name of the group',
    `{"resourceGroup": {"name": "$¦parameter('nobody')"}, "resources": []}`,
    'query.unknown-parameter',
    '/resourceGroup/name',
  ],
  [
    'an unknown parameter in the name of a resource',
    ofResource(`{"name": "$¦parameter('nobody')", "resourceType": "platform.service"}`),
    'query.unknown-parameter',
    '/resources/0/name',
  ],
  [
    'an unknown variable',
    ofOutput(`{"name": "x", "value": "$¦variable('nobody')"}`),
    'query.unknown-variable',
    '/outputs/0/value',
  ],
  [
    'a variable that uses a later one',
    ofVariables(`[{"name": "a", "value": "$¦variable('b')"}, {"name": "b", "value": 1}]`),
    'variable.forward-reference',
    '/variables/0/value',
  ],
  [
    'a variable that uses itself',
    ofVariables(`[{"name": "a", "value": "$¦variable('a')"}]`),
    'variable.cycle',
    '/variables/0/value',
  ],
  [
    'variables in a circle',
    ofVariables(`{"a": "$¦variable('b')", "b": "$variable('a')"}`),
    'variable.cycle',
    '/variables/a',
  ],
  [
    'a variable that uses an unknown one',
    ofVariables(`{"a": {"deep": ["$¦variable('c')"]}}`),
    'query.unknown-variable',
    '/variables/a/deep/0',
  ],
  [
    'a variable that reads resources',
    ofVariables(`{"a": "$¦resources[0].id"}`),
    'variable.uses-resources',
    '/variables/a',
  ],
  [
    'a group name that reads resources',
    '{"resourceGroup": {"name": "$¦resources[0].name"}, "resources": []}',
    'group.name-uses-resources',
    '/resourceGroup/name',
  ],
  [
    'a group name that is no text',
    '{"resourceGroup": {"name": ¦"$`[1, 2]`"}, "resources": []}',
    'group.bad-name',
    '/resourceGroup/name',
  ],
  [
    'a resource name that is no text',
    ofResource('{"name": ¦"$`1`", "resourceType": "platform.service"}'),
    'resource.bad-name',
    '/resources/0/name',
  ],
  [
    'a reference to a later resource',
    ofResource(
      `{"name": "first one", "resourceType": "platform.service", "sections": {"properties": {"description": "$resources[?name==¦'second one'].id"}}}, {"name": "second one", "resourceType": "platform.service"}`,
    ),
    'resource.forward-reference',
    '/resources/0/sections/properties/description',
  ],
  [
    'a reference to itself',
    ofProperties(`"description": "$resources[?¦'a service'==name].id"`),
    'resource.self-reference',
    '/resources/0/sections/properties/description',
  ],
  [
    'a query that is too long',
    ofOutput(`{"name": "x", "value": "$'${text(24_600)}'"}`),
    'query.too-long',
    '/outputs/0/value',
  ],
  [
    'a query that is nested too deeply',
    ofOutput(`{"name": "x", "value": "$${'['.repeat(300)}"}`),
    'query.too-deep',
    '/outputs/0/value',
  ],
  [
    'a query that does too much work',
    ofBomb("variable('l')[*].[variable('l')[*].[@]]"),
    'query.too-many-steps',
    '/outputs/0/value',
  ],
  [
    'a query that builds too much text',
    ofBomb("join('x', map(&to_string(variable('l')), variable('l')))"),
    'query.too-much-text',
    '/outputs/0/value',
  ],
  [
    'a query whose result is too large',
    ofBomb("variable('l')[*].[variable('t')]"),
    'query.result-too-large',
    '/outputs/0/value',
  ],
  [
    'a secret in an output',
    ofOutput(`{"name": "x", "value": "$¦parameter('password')"}`),
    'secret.misplaced',
    '/outputs/0/value',
  ],
  [
    'a secret in a field',
    ofProperties(`"description": "$¦concat('x', parameter('password'))"`),
    'secret.misplaced',
    '/resources/0/sections/properties/description',
  ],
  [
    'a secret by a computed name',
    ofProperties(`"description": "$¦parameter(concat('pass', 'word'))"`),
    'secret.misplaced',
    '/resources/0/sections/properties/description',
  ],
  [
    'a secret by way of a variable',
    around(
      `"variables": {"v": "$parameter('password')"}, "resources": [{"name": "$¦variable('v')", "resourceType": "platform.service"}]`,
    ),
    'secret.misplaced',
    '/resources/0/name',
  ],
];

const rules: readonly Row[] = [
  [
    'a name that is too short',
    ofResource('{"name": ¦"abc", "resourceType": "platform.service"}'),
    'service.invalid',
    '/resources/0/name',
  ],
  [
    'a name that is too long',
    ofResource(`{"name": ¦"${text(201)}", "resourceType": "platform.service"}`),
    'service.invalid',
    '/resources/0/name',
  ],
  [
    'a name with a dot',
    ofResource('{"name": ¦"a.service", "resourceType": "platform.service"}'),
    'service.invalid',
    '/resources/0/name',
  ],
  ['an unknown sku', ofService('"sku": ¦"gold"'), 'service.invalid', '/resources/0/sku'],
  [
    'properties that are a list',
    ofService('"sections": {"properties": ¦[]}'),
    'service.invalid',
    '/resources/0/sections/properties',
  ],
  [
    'a flag that is a text',
    ofProperties('"visible": ¦"yes"'),
    'service.invalid',
    '/resources/0/sections/properties/visible',
  ],
  [
    'a description that is a number',
    ofProperties('"description": ¦1'),
    'service.invalid',
    '/resources/0/sections/properties/description',
  ],
  [
    'a serviceUrl without https',
    ofProperties('"serviceUrl": ¦"http://example.com"'),
    'service.invalid',
    '/resources/0/sections/properties/serviceUrl',
  ],
  [
    'a serviceUrl that is none',
    ofProperties('"serviceUrl": ¦"somewhere"'),
    'service.invalid',
    '/resources/0/sections/properties/serviceUrl',
  ],
  [
    'an e-mail that is none',
    ofProperties('"technicalContactEmail": ¦"nobody"'),
    'service.invalid',
    '/resources/0/sections/properties/technicalContactEmail',
  ],
  [
    'a parent that is no id',
    ofAdvanced('"parentServiceId": ¦"x"'),
    'service.invalid',
    '/resources/0/sections/advanced/parentServiceId',
  ],
  [
    'a parent that is not there',
    ofAdvanced('"parentServiceId": ¦"00000000-0000-4000-8000-000000000000"'),
    'service.invalid',
    '/resources/0/sections/advanced/parentServiceId',
    422,
  ],
  [
    'a child that is not there',
    ofAdvanced('"childServiceIds": [¦"00000000-0000-4000-8000-000000000000"]'),
    'service.invalid',
    '/resources/0/sections/advanced/childServiceIds/0',
    422,
  ],
  [
    'an interval that is not offered',
    ofAdvanced('"passwordPolicy": {"enforcePasswordPolicy": true, "scope": 0, "intervalType": 0, "interval": ¦31}'),
    'service.invalid',
    '/resources/0/sections/advanced/passwordPolicy/interval',
  ],
  [
    'a scope that is not offered',
    ofAdvanced('"passwordPolicy": {"enforcePasswordPolicy": true, "scope": ¦2, "intervalType": 0, "interval": 30}'),
    'service.invalid',
    '/resources/0/sections/advanced/passwordPolicy/scope',
  ],
  [
    'a level name with a space',
    ofAdvanced('"accessLevels": {"useAccessLevels": false, "accessLevels": [{"accessLevelName": ¦"a b"}]}'),
    'service.invalid',
    '/resources/0/sections/advanced/accessLevels/accessLevels/0/accessLevelName',
  ],
  [
    'access levels without a level',
    ofAdvanced('"accessLevels": {"useAccessLevels": true, "accessLevels": ¦[]}'),
    'service.invalid',
    '/resources/0/sections/advanced/accessLevels/accessLevels',
  ],
  [
    'an unknown client type',
    ofApp('"clientType": ¦"Web"'),
    'application.invalid',
    '/resources/0/sections/properties/clientType',
  ],
  [
    'a redirect without https',
    ofApp('"clientType": "Confidential", "redirectUrls": ["https://a.example", ¦"http://b.example"]'),
    'application.invalid',
    '/resources/0/sections/properties/redirectUrls/1',
  ],
  [
    'a redirect with a fragment',
    ofApp('"clientType": "Confidential", "redirectUrls": [¦"https://a.example/#x"]'),
    'application.invalid',
    '/resources/0/sections/properties/redirectUrls/0',
  ],
  [
    'a redirect with a scheme of its own that is no native app',
    ofApp('"clientType": "Spa", "redirectUrls": [¦"app:/x"]'),
    'application.invalid',
    '/resources/0/sections/properties/redirectUrls/0',
  ],
  [
    'an API without scopes',
    ofApp('"isApi": true, "clientType": "None", "publishedScopes": ¦[]'),
    'application.invalid',
    '/resources/0/sections/properties/publishedScopes',
  ],
  [
    'scopes without an API',
    ofApp('"clientType": "Spa", "publishedScopes": ¦[{"scopeName": "x"}]'),
    'application.invalid',
    '/resources/0/sections/properties/publishedScopes',
  ],
  [
    'clients without an API',
    ofApp('"clientType": "Spa"', '"clients": ¦[{"clientId": "00000000-0000-4000-8000-000000000000", "scopes": []}]'),
    'application.invalid',
    '/resources/0/sections/advanced/clients',
  ],
  [
    'a version of tokens that is not offered',
    ofApp('"clientType": "Spa", "tokenVersion": ¦3'),
    'application.invalid',
    '/resources/0/sections/properties/tokenVersion',
  ],
  [
    'an instruction for secrets that is not known',
    ofApp('"clientType": "Confidential", "secretManagementOptions": ¦"always"'),
    'application.invalid',
    '/resources/0/sections/properties/secretManagementOptions',
  ],
  [
    'a secret for a client that keeps none',
    ofApp('"clientType": "Spa", "secretManagementOptions": ¦"rollover"'),
    'application.invalid',
    '/resources/0/sections/properties/secretManagementOptions',
  ],
  [
    'a service that is not there',
    ofApp('"clientType": "Spa", "services": [¦"00000000-0000-4000-8000-000000000000"]'),
    'application.invalid',
    '/resources/0/sections/properties/services/0',
    422,
  ],
  [
    'a service that is no id',
    ofApp('"clientType": "Spa", "services": [¦"x"]'),
    'application.invalid',
    '/resources/0/sections/properties/services/0',
  ],
  [
    'an API that is not there',
    ofApp(
      '"clientType": "Spa"',
      '"apiAcceses": [{"apiClientId": ¦"00000000-0000-4000-8000-000000000000", "scopes": []}]',
    ),
    'application.invalid',
    '/resources/0/sections/advanced/apiAcceses/0/apiClientId',
    422,
  ],
  [
    'an API product that is not there',
    ofApp('"clientType": "Spa"', '"apiProductSubscriptions": [{"productId": ¦"00000000-0000-4000-8000-000000000000"}]'),
    'application.invalid',
    '/resources/0/sections/advanced/apiProductSubscriptions/0/productId',
    422,
  ],
  [
    'a query that finds nothing',
    ofProperties(`"description": "$¦resources[?name=='nobody'].id"`),
    'query.no-match',
    '/resources/0/sections/properties/description',
    422,
  ],
  [
    'an element that finds nothing',
    ofApp(`"clientType": "Spa", "services": ["$¦resources[?name=='nobody'].id"]`),
    'query.no-match',
    '/resources/0/sections/properties/services/0',
    422,
  ],
  [
    'a query that fails while it runs',
    ofProperties('"description": "$sum(¦resources[*].name)[0]", "x": 1').replace(
      '"resources": [',
      '"resources": [{"name": "other one", "resourceType": "platform.service"},',
    ),
    'query.invalid-type',
    '/resources/1/sections/properties/description',
    422,
  ],
  [
    'a run-time value of the wrong kind',
    ofApp('"clientType": "Spa", "services": [¦"$resources[0].name"]').replace(
      '"resources": [',
      '"resources": [{"name": "other one", "resourceType": "platform.service"},',
    ),
    'application.invalid',
    '/resources/1/sections/properties/services/0',
    422,
  ],
];

const parameterFiles: readonly Row[] = [
  ['parameters that are an object', '¦{}', 'parameters.not-a-list', ''],
  ['parameters that are a text', '¦"x"', 'parameters.not-a-list', ''],
  ['parameters that are cut off', '[{"name": ¦', 'json.syntax', '/0/name'],
  ['a parameter that is null', '[¦null]', 'parameter.not-an-object', '/0'],
  ['a parameter without a name', '[¦{"value": 1, "type": "number"}]', 'parameter.no-name', '/0'],
  ['a parameter with an empty name', '[{"name": ¦"", "value": 1, "type": "number"}]', 'parameter.bad-name', '/0/name'],
  [
    'a parameter whose name is a number',
    '[{"name": ¦1, "value": 1, "type": "number"}]',
    'parameter.bad-name',
    '/0/name',
  ],
  ['a parameter without a value', '[¦{"name": "a", "type": "string"}]', 'parameter.no-value', '/0'],
  ['a parameter without a type', '[¦{"name": "a", "value": "x"}]', 'parameter.no-type', '/0'],
  [
    'a parameter of an unknown type',
    '[{"name": "a", "value": "x", "type": ¦"text"}]',
    'parameter.unknown-type',
    '/0/type',
  ],
  [
    'a parameter whose type is null',
    '[{"name": "a", "value": "x", "type": ¦null}]',
    'parameter.unknown-type',
    '/0/type',
  ],
  [
    'a parameter that is given twice',
    '[{"name": "a", "value": 1, "type": "number"},\n {"name": ¦"a", "value": 2, "type": "number"}]',
    'parameter.duplicate',
    '/1/name',
  ],
  [
    'a number that should be a text',
    '[{"name": "a", "value": ¦1, "type": "string"}]',
    'parameter.type-mismatch',
    '/0/value',
  ],
  [
    'a text that should be a number',
    '[{"name": "a", "value": ¦"1", "type": "number"}]',
    'parameter.type-mismatch',
    '/0/value',
  ],
  [
    'a text that should be a flag',
    '[{"name": "a", "value": ¦"true", "type": "boolean"}]',
    'parameter.type-mismatch',
    '/0/value',
  ],
  [
    'a list that should be an object',
    '[{"name": "a", "value": ¦[], "type": "object"}]',
    'parameter.type-mismatch',
    '/0/value',
  ],
  [
    'an object that should be a list',
    '{"parameters": [{"name": "a", "value": ¦{}, "type": "array"}]}',
    'parameter.type-mismatch',
    '/parameters/0/value',
  ],
  [
    'a number that should be a secret',
    '[{"name": "a", "value": ¦1, "type": "secret"}]',
    'parameter.type-mismatch',
    '/0/value',
  ],
  ['a secret that is null', '[{"name": "a", "value": ¦null, "type": "secret"}]', 'parameter.type-mismatch', '/0/value'],
];

const tooMuch: readonly Row[] = [
  [
    'too many values',
    `{${group}, "resources": [${'1,'.repeat(600_001)}]}`,
    'json.too-many-values',
    '/resources/599996',
    413,
  ],
  [
    'too many members',
    `{${Array.from({ length: 10_001 }, (_, index) => `"a${index}":1`).join()}}`,
    'json.too-many-members',
    '/a10000',
    413,
  ],
  ['too many resources', around(`"resources": ¦[${'{},'.repeat(10_001)}]`), 'resources.too-many', '/resources', 413],
  [
    'too many outputs',
    around(`"resources": [], "outputs": ¦[${'{},'.repeat(1_001)}]`),
    'outputs.too-many',
    '/outputs',
    413,
  ],
  ['too many variables', ofVariables(`¦[${'{},'.repeat(10_001)}]`), 'variables.too-many', '/variables', 413],
];

const toFiles = (row: Row, name: 'template' | 'parameters'): BadFiles => {
  const [title, file, code, pointer, status = 400] = row;
  return { title: `${name}: ${title}`, [name]: file, code, pointer, status };
};

export const badFiles: readonly BadFiles[] = [
  ...[malformed, structures, queries, rules, tooMuch].flat().map((row) => toFiles(row, 'template')),
  ...parameterFiles.map((row) => toFiles(row, 'parameters')),
];
