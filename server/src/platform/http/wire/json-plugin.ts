import type { FastifyInstance } from 'fastify';
import { addJsonParser } from './content-parsers.ts';

/** The JSON half of the wire forms, for areas without XML. */
export const jsonPlugin = async (scope: FastifyInstance): Promise<void> => {
  addJsonParser(scope);
};

// What it adds belongs to the scope that registers it, not to one of its own.
Object.assign(jsonPlugin, { [Symbol.for('skip-override')]: true });
