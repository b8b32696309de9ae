import type { FastifySerializerCompiler, FastifyServerOptions } from 'fastify';
import { compileJsonWriter } from './compile-json-writer.ts';
import { createValidatorCompiler } from './create-validator-compiler.ts';

type CompilersFactory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/**
 * The one way in which requests are checked and answers written, for every scope. Code is made from a schema when the
 * first request needs it: most operations of a running server are never called, and the code of all would take
 * much of its memory. Given to Fastify from the beginning, or it would load compilers of its own.
 */
export const schemaCompilers: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: {
    // The types speak of Fastify's own compilers only.
    compilersFactory: {
      buildValidator: () => createValidatorCompiler(),
      buildSerializer: () => createSerializerCompiler(),
    } as unknown as CompilersFactory,
  },
};

const createSerializerCompiler =
  (): FastifySerializerCompiler<object> =>
  ({ schema }) =>
  (value: unknown) =>
    compileJsonWriter(schema)(value);
