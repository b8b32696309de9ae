import { type JsonSchema, orQuery } from './json-schema.ts';

/** A resource of one type as a template writes it. */
export function resourceSchema(parts: {
  readonly resourceType: string;
  readonly sku: JsonSchema;
  readonly sections: JsonSchema;
}): JsonSchema {
  return {
    type: 'object',
    title: parts.resourceType,
    required: ['name', 'resourceType'],
    additionalProperties: false,
    properties: {
      name: orQuery(
        { type: 'string', minLength: 4, maxLength: 200 },
        {
          description:
            '4 to 200 letters, digits, spaces, underscores, commas and hyphens. A name that the project knows is an update.',
        },
      ),
      sku: parts.sku,
      resourceType: { const: parts.resourceType, description: 'What kind of resource it is.' },
      locked: { type: ['boolean', 'null'], description: 'Stops changes by people; deployments go through.' },
      sections: parts.sections,
    },
  };
}
