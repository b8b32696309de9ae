import type { JsonSchema } from '../resource-types/json-schema.ts';
import { orQuery, queryReference } from '../resource-types/json-schema.ts';
import type { ResourceTypes } from '../resource-types/resource-types.ts';
import { outputTypes } from '../template/template.ts';
import { templateLimits } from '../template/template-limits.ts';
import { valueTypes } from '../template/value-type.ts';

const named: JsonSchema = { type: 'string', minLength: 1, maxLength: templateLimits.name };

const group: JsonSchema = {
  type: 'object',
  description: 'The group that the resources stand in. A changed name makes a new group.',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: orQuery({ type: 'string', minLength: 4, maxLength: 200 }, { description: 'Set on creation only.' }),
    description: { type: ['string', 'null'], maxLength: 4000, description: 'Set on creation only.' },
    tags: { type: ['array', 'null'], items: { type: 'string', minLength: 1 }, description: 'Set on creation only.' },
    isProduction: { type: ['boolean', 'null'], description: 'Updated by every submission that gives it.' },
    locked: { type: ['boolean', 'null'], description: 'Stops changes by people; deployments go through.' },
  },
};

const variables: JsonSchema = {
  description: 'Values for naming conventions, in order. A variable may use parameters and earlier variables.',
  anyOf: [
    { type: 'object', additionalProperties: {} },
    {
      type: 'array',
      maxItems: templateLimits.variables,
      items: {
        type: 'object',
        required: ['name', 'value'],
        additionalProperties: false,
        properties: { name: named, value: {}, type: { enum: valueTypes } },
      },
    },
    { type: 'null' },
  ],
};

const outputs: JsonSchema = {
  type: ['array', 'null'],
  description: 'Values that the submission answers with.',
  maxItems: templateLimits.outputs,
  items: {
    type: 'object',
    required: ['name', 'value'],
    additionalProperties: false,
    properties: {
      name: named,
      value: { ...queryReference },
      type: { enum: outputTypes, description: 'Describes the value; it is never converted.' },
    },
  },
};

/** The JSON Schema of a template, for editors: completion, hover and a first check. */
export function templateSchema(address: string, types: ResourceTypes): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: address,
    title: 'Portolan template',
    type: 'object',
    required: ['resourceGroup', 'resources'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      resourceGroup: group,
      variables,
      resources: {
        type: 'array',
        description: 'Provisioned in this order: a resource may refer to those before it.',
        maxItems: templateLimits.resources,
        items: { anyOf: types.all.map(({ schema }) => schema) },
      },
      outputs,
    },
    definitions: {
      query: {
        type: 'string',
        pattern: '^\\$',
        description:
          "An inline query: JMESPath behind a $, with parameter('x'), variable('x') and concat(...). $$ stands for a literal $.",
        examples: ["$resources[?name==parameter('serviceName')].id", "$concat(parameter('env'),'-orders')"],
      },
    },
  };
}
