type Json = Readonly<Record<string, unknown>>;

/** The TypeScript type of a JSON Schema, as far as our documents use it. */
export const typeOfSchema = (schema: Json): string => {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return [...new Set(options.map((option) => typeOfSchema(option as Json)))].join(' | ');
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => `(${typeOfSchema(part as Json)})`).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOfSchema({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly (${typeOfSchema((schema.items ?? {}) as Json)})[]`;
    case 'object':
      return typeOfObject(schema);
    default:
      return 'unknown';
  }
};

const typeOfObject = (schema: Json): string => {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(
    ([name, member]) => `${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeOfSchema(member)}`,
  );
  const { additionalProperties: rest, patternProperties } = schema;
  const values =
    typeof rest === 'object'
      ? rest
      : patternProperties === undefined
        ? undefined
        : Object.values(patternProperties as Json)[0];
  if (members.length === 0)
    return values === undefined
      ? 'Readonly<Record<string, unknown>>'
      : `Readonly<Record<string, ${typeOfSchema(values as Json)}>>`;
  return `{ ${members.join('; ')} }`;
};
