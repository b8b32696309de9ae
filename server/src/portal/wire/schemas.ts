import { type TSchema, Type } from 'typebox';

/** Members that several operations share, spelt once. */
export const id = Type.String({ format: 'uuid' });
export const time = Type.String({ format: 'date-time' });
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
export const text = (most: number, description?: string) =>
  Type.String({ maxLength: most, ...(description === undefined ? {} : { description }) });

export const pathIds = <Name extends string>(...names: readonly Name[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, id])) as Record<Name, typeof id>);

export const searchParameter = Type.Optional(
  Type.String({ maxLength: 200, description: 'The beginning of a name, in any case.' }),
);

/** On operations that create: a repeat with the same key and body gets the first answer again. */
export const idempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({ description: 'Makes a repeated request answer what the first one did. 1-255 printable characters.' }),
  ),
});

export const noContent = { description: 'Done.' };
