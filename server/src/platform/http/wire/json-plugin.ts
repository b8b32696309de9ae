import type { FastifyInstance } from 'fastify';
import { addJsonParser } from './content-parsers.ts';
import { createValidatorCompiler } from './create-validator-compiler.ts';

/** The JSON half of the wire forms, for areas without XML: bodies, and the one validation of bodies and parameters. */
export const jsonPlugin = async (scope: FastifyInstance): Promise<void> => {
  addJsonParser(scope);
  scope.setValidatorCompiler(createValidatorCompiler());
};

// What it adds belongs to the scope that registers it, not to one of its own.
Object.assign(jsonPlugin, { [Symbol.for('skip-override')]: true });
