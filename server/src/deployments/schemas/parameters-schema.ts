import type { JsonSchema } from '../resource-types/json-schema.ts';
import { templateLimits } from '../template/template-limits.ts';
import { type ValueType, valueTypes } from '../template/value-type.ts';

const values: Readonly<Record<ValueType, JsonSchema>> = {
  string: { type: ['string', 'null'] },
  secret: { type: 'string', description: 'Never stored or shown.' },
  boolean: { type: ['boolean', 'null'] },
  number: { type: ['number', 'null'] },
  object: { type: ['object', 'null'] },
  array: { type: ['array', 'null'] },
};

/** The JSON Schema of a parameter file: the list itself, or an object that carries it beside `$schema`. */
export function parametersSchema(address: string): JsonSchema {
  const list: JsonSchema = {
    type: 'array',
    maxItems: templateLimits.parameters,
    items: {
      anyOf: valueTypes.map((type) => ({
        type: 'object',
        required: ['name', 'value', 'type'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', minLength: 1, maxLength: templateLimits.name, description: 'Read with parameter().' },
          value: values[type],
          type: { const: type },
          description: { type: 'string', description: 'For people.' },
        },
      })),
    },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: address,
    title: 'Portolan parameters',
    anyOf: [
      list,
      {
        type: 'object',
        required: ['parameters'],
        additionalProperties: false,
        properties: { $schema: { type: 'string' }, parameters: list },
      },
    ],
  };
}
