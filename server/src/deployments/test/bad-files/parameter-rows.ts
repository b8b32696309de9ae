import type { Row } from './bad-row.ts';

export const parameterRows: readonly Row[] = [
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
