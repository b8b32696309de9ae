import { type TSchema, Type } from 'typebox';

/** Text that may be null or absent: what the specification's schemas call a string unless they say more. */
export const text = (description?: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({ type: ['string', 'null'], ...(description === undefined ? {} : { description }) }),
  );

/** Text that answers carry and requests never do. */
export const readOnlyText = (description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], readOnly: true, description }));

export const deprecatedText = (description: string) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], deprecated: true, description }));

export const uuid = () => Type.String({ format: 'uuid' });

export const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description === undefined ? {} : { description }) });

export const optionalTime = (description?: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      ...(description === undefined ? {} : { description }),
    }),
  );

export const flag = (description?: string) => Type.Boolean(description === undefined ? {} : { description });

/** A flag that a request may leave out, or say null for. */
export const optionalFlag = (description?: string) =>
  Type.Optional(
    Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], ...(description === undefined ? {} : { description }) }),
  );

export const int32 = (description?: string) =>
  Type.Integer({
    format: 'int32',
    minimum: -2_147_483_648,
    maximum: 2_147_483_647,
    ...(description === undefined ? {} : { description }),
  });

export const int64 = (description?: string) =>
  Type.Integer({ format: 'int64', ...(description === undefined ? {} : { description }) });

/** One of the given words, null or absent. */
export const oneOf = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Optional(Type.Unsafe<Words[number] | null>({ type: ['string', 'null'], enum: [...words, null], description }));

/** A list that may be null or absent. */
export const listOf = <Item extends TSchema>(items: Item, description?: string) =>
  Type.Optional(Type.Union([Type.Array(items), Type.Null()], description === undefined ? {} : { description }));

/** An object that may be null or absent. */
export const optional = <Item extends TSchema>(item: Item, description?: string) =>
  Type.Optional(Type.Union([item, Type.Null()], description === undefined ? {} : { description }));
