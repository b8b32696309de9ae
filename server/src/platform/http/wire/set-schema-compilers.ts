import type { FastifyInstance } from 'fastify';
import { compileJsonWriter } from './compile-json-writer.ts';
import { createValidatorCompiler } from './create-validator-compiler.ts';

/**
 * The one way in which requests are checked and answers written, for every scope. Code is made from a schema when the
 * first request needs it: most operations of a running server are never called, and the code of all would take
 * much of its memory.
 */
export const setSchemaCompilers = (app: FastifyInstance): void => {
  app.setValidatorCompiler(createValidatorCompiler());
  app.setSerializerCompiler<object>(
    ({ schema }) =>
      (value: unknown) =>
        compileJsonWriter(schema)(value),
  );
};
