import { Type } from 'typebox';
import type { AppError } from '../../errors/app-error.ts';
import { compileCheck } from './compile-check.ts';
import { invalidRequest } from './invalid-request.ts';
import { knownMembers } from './known-members.ts';
import { asSchemaNode, isNullNode, type SchemaNode } from './schema-node.ts';
import { anyShape, compileShape } from './shape.ts';

/** A part of the request as the handler gets it, or what is wrong with it. */
export type Checked =
  | { readonly value: unknown; readonly error?: never }
  | { readonly error: AppError; readonly value?: never };

const admitsNull = (node: SchemaNode): boolean =>
  isNullNode(node) ||
  node.enum?.includes(null) === true ||
  (Array.isArray(node.type) && node.type.includes('null')) ||
  (node.anyOf ?? node.oneOf ?? []).some(admitsNull);

/**
 * Checks bodies, whichever form they came in. Nothing is coerced; unknown members are dropped; defaults are filled in.
 * No body and JSON `null` are the same (contract B5): fine where the schema is `Type.Optional(...)`, which gives
 * undefined, or allows null, and otherwise an error.
 */
export const createBodyValidator = (schema: object): ((body: unknown) => Checked) => {
  const shape = compileShape(schema);
  const check = compileCheck(schema);
  const optional = Type.IsOptional(schema);
  const nullable = shape === anyShape || admitsNull(asSchemaNode(schema));
  return (body) => {
    if (body === undefined || body === null) {
      if (optional) return { value: undefined };
      if (nullable) return { value: null };
      return { error: invalidRequest('body', [{ path: [], text: 'is required' }]) };
    }
    const value = knownMembers(shape, body);
    const problems = check(value);
    return problems.length === 0 ? { value } : { error: invalidRequest('body', problems) };
  };
};
