import type { FastifySchemaCompiler } from 'fastify';
import { coerceParameters, type ParameterPart, type RawParameters } from './coerce-parameters.ts';
import { type Checked, createBodyValidator } from './create-body-validator.ts';

const parts: Readonly<Record<string, ParameterPart>> = { querystring: 'query', params: 'path', headers: 'header' };

const create = (schema: object, part: ParameterPart | undefined): ((raw: unknown) => Checked) => {
  if (part === undefined) return createBodyValidator(schema);
  const coerce = coerceParameters(schema, part);
  return (raw) => coerce((raw ?? {}) as RawParameters);
};

/**
 * The one validation step of every route: bodies as they are, parameters read from text. Errors come back as AppError,
 * and the handler sees the coerced values.
 */
export const createValidatorCompiler =
  (): FastifySchemaCompiler<object> =>
  ({ schema, httpPart = 'body' }) => {
    let validate: ReturnType<typeof create> | undefined;
    return (raw: unknown) => {
      validate ??= create(schema, parts[httpPart]);
      return validate(raw);
    };
  };
