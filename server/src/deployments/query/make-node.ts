import type { Argument, Comparator, HashEntry, Node } from './ast.ts';
import type { QueryFunction } from './function-definition.ts';
import type { JsonValue } from './json-value.ts';
import { lookUpOf } from './look-up.ts';
import type { SliceBounds } from './slice.ts';
import { typeOf, types } from './value-types.ts';

/**
 * Makes nodes, with what is known of them: their height, the types of their value, and whether they are constant. Frozen:
 * all requests share them.
 */

const arrayOrNull = types.array | types.null;

export function currentNode(at: number): Node {
  return Object.freeze({ type: 'current', at, height: 1, constant: false, types: types.any });
}

export function literalNode(at: number, value: JsonValue, slot: number): Node {
  return Object.freeze({ type: 'literal', at, height: 1, constant: true, types: typeOf(value), slot });
}

export function fieldNode(at: number, name: string): Node {
  return Object.freeze({ type: 'field', at, height: 1, constant: false, types: types.any, name });
}

export function chainNode(at: number, left: Node, right: Node): Node {
  const height = above(left, right);
  return Object.freeze({ type: 'chain', at, height, constant: left.constant, types: right.types, left, right });
}

export function indexNode(at: number, left: Node, index: number): Node {
  return Object.freeze({
    type: 'index',
    at,
    height: left.height + 1,
    constant: left.constant,
    types: types.any,
    left,
    index,
  });
}

export function sliceNode(at: number, left: Node, { start, stop, step }: SliceBounds): Node {
  const { constant } = left;
  const set = arrayOrNull | types.string;
  return Object.freeze({ type: 'slice', at, height: left.height + 1, constant, types: set, left, start, stop, step });
}

export function flattenNode(at: number, left: Node): Node {
  return Object.freeze({
    type: 'flatten',
    at,
    height: left.height + 1,
    constant: left.constant,
    types: arrayOrNull,
    left,
  });
}

export function projectionNode(at: number, over: 'list' | 'values', cost: number, left: Node, right: Node): Node {
  const { constant } = left;
  const set = left.type === 'slice' ? arrayOrNull | right.types : arrayOrNull;
  return Object.freeze({
    type: 'projection',
    at,
    height: above(left, right),
    constant,
    types: set,
    cost,
    over,
    left,
    right,
  });
}

export function filterNode(at: number, cost: number, left: Node, condition: Node, right: Node): Node {
  const { constant } = left;
  const height = Math.max(above(left, right), condition.height + 1);
  const lookUp = lookUpOf(condition);
  return Object.freeze({
    type: 'filter',
    at,
    height,
    constant,
    types: arrayOrNull,
    cost,
    left,
    condition,
    right,
    lookUp,
  });
}

export function logicNode(type: 'and' | 'or', at: number, left: Node, right: Node): Node {
  const constant = left.constant && right.constant;
  return Object.freeze({
    type,
    at,
    height: above(left, right),
    constant,
    types: left.types | right.types,
    left,
    right,
  });
}

export function notNode(at: number, operand: Node): Node {
  const { constant, height } = operand;
  return Object.freeze({ type: 'not', at, height: height + 1, constant, types: types.boolean, operand });
}

export function compareNode(at: number, operator: Comparator, left: Node, right: Node): Node {
  const constant = left.constant && right.constant;
  const set = operator === '==' || operator === '!=' ? types.boolean : types.boolean | types.null;
  return Object.freeze({
    type: 'compare',
    at,
    height: above(left, right),
    constant,
    types: set,
    operator,
    left,
    right,
  });
}

/** Lists and hashes are null where the current value is, so that they depend on it whatever they hold. */
export function listNode(at: number, items: readonly Node[]): Node {
  let height = 0;
  for (const item of items) height = Math.max(height, item.height);
  return Object.freeze({ type: 'list', at, height: height + 1, constant: false, types: arrayOrNull, items });
}

export function hashNode(at: number, entries: readonly HashEntry[]): Node {
  let height = 0;
  for (const { value } of entries) height = Math.max(height, value.height);
  return Object.freeze({
    type: 'hash',
    at,
    height: height + 1,
    constant: false,
    types: types.object | types.null,
    entries,
  });
}

/** What is applied to elements does not see the current value, so that a reference does not stand against a constant. */
export function callNode(at: number, name: string, fn: QueryFunction, args: readonly Argument[]): Node {
  let height = 0;
  let constant = true;
  for (const { expression, reference } of args) {
    height = Math.max(height, expression.height);
    constant &&= reference || expression.constant;
  }
  const first = args[0]?.expression;
  const literal = first?.type === 'literal' && first.types === types.string ? first.slot : null;
  return Object.freeze({ type: 'call', at, height: height + 1, constant, types: fn.result, name, fn, literal, args });
}

function above(left: Node, right: Node): number {
  return Math.max(left.height, right.height) + 1;
}
