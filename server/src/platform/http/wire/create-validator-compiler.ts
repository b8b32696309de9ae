import type { FastifySchemaCompiler } from 'fastify';
import { coerceParameters, type ParameterPart, type RawParameters } from './coerce-parameters.ts';
import { createBodyValidator } from './create-body-validator.ts';

const parts: Readonly<Record<string, ParameterPart>> = { querystring: 'query', params: 'path', headers: 'header' };

/**
 * The one validation step of every route: bodies as they are, parameters read from text. Errors come back as AppError,
 * and the handler sees the coerced values.
 */
export const createValidatorCompiler =
  (): FastifySchemaCompiler<object> =>
  ({ schema, httpPart = 'body' }) => {
    const part = parts[httpPart];
    if (part === undefined) return createBodyValidator(schema);
    const coerce = coerceParameters(schema, part);
    return (raw: RawParameters | null) => coerce(raw ?? {});
  };
