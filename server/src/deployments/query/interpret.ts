import type { Argument, CallNode, CompareNode, FilterNode, HashNode, LookUp, Node, ProjectionNode } from './ast.ts';
import { equals } from './equality.ts';
import { type Evaluation, isTruthy, namesOf } from './evaluation.ts';
import { flatten } from './flatten.ts';
import type { Operand } from './function-definition.ts';
import { describeMismatch, type Expression, isExpression } from './function-parameters.ts';
import { isArray, isObject, type JsonValue, memberOf, setMember } from './json-value.ts';
import { sliceValue } from './slice.ts';
import { typeName } from './value-types.ts';

/** The value of an expression for the current value. Steps are counted where elements are gone through, not here. */
export function interpret(node: Node, current: JsonValue, run: Evaluation): JsonValue {
  switch (node.type) {
    case 'field':
      return memberOf(current, node.name);
    case 'literal':
      return run.literals[node.slot] ?? null;
    case 'current':
      return current;
    case 'chain':
      return interpret(node.right, interpret(node.left, current, run), run);
    case 'compare':
      return compare(node, current, run);
    case 'filter':
      return filter(node, interpret(node.left, current, run), run);
    case 'projection':
      return project(node, interpret(node.left, current, run), run);
    case 'call':
      return call(node, current, run);
    case 'index': {
      const items = interpret(node.left, current, run);
      return isArray(items) ? (items[node.index < 0 ? items.length + node.index : node.index] ?? null) : null;
    }
    case 'slice':
      return sliceValue(interpret(node.left, current, run), node, run, node.at);
    case 'flatten':
      return flatten(interpret(node.left, current, run), run, node.at);
    case 'and': {
      const left = interpret(node.left, current, run);
      return isTruthy(left, run, node.at) ? interpret(node.right, current, run) : left;
    }
    case 'or': {
      const left = interpret(node.left, current, run);
      return isTruthy(left, run, node.at) ? left : interpret(node.right, current, run);
    }
    case 'not':
      return !isTruthy(interpret(node.operand, current, run), run, node.at);
    case 'list':
      return current === null ? null : node.items.map((item) => interpret(item, current, run));
    case 'hash':
      return current === null ? null : hash(node, current, run);
  }
}

function compare({ operator, left, right, at }: CompareNode, current: JsonValue, run: Evaluation): JsonValue {
  const a = interpret(left, current, run);
  const b = interpret(right, current, run);
  if (operator === '==') return equals(a, b, run, at);
  if (operator === '!=') return !equals(a, b, run, at);
  // Ordering is defined for numbers only.
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function hash({ entries }: HashNode, current: JsonValue, run: Evaluation): JsonValue {
  const result: Record<string, JsonValue> = {};
  for (const { name, value } of entries) setMember(result, name, interpret(value, current, run));
  return result;
}

function project(node: ProjectionNode, value: JsonValue, run: Evaluation): JsonValue {
  if (node.over === 'values') {
    if (!isObject(value)) return null;
    const names = namesOf(value, run, node.at);
    return each(
      node,
      names.map((name) => value[name] ?? null),
      run,
    );
  }
  if (isArray(value)) return each(node, value, run);
  // A slice of a text is a text, and what follows applies to it.
  return typeof value === 'string' && node.left.type === 'slice' ? interpret(node.right, value, run) : null;
}

/** What follows the projection or filter, for each element; nulls are left out. */
function each(
  { right, cost, at }: ProjectionNode | FilterNode,
  items: readonly JsonValue[],
  run: Evaluation,
): readonly JsonValue[] {
  run.step(items.length * cost, at);
  const results: JsonValue[] = [];
  for (const item of items) {
    const value = interpret(right, item, run);
    if (value !== null) results.push(value);
  }
  return results;
}

function filter(node: FilterNode, items: JsonValue, run: Evaluation): JsonValue {
  if (!isArray(items)) return null;
  const { condition, right, lookUp, cost, at } = node;
  const found = lookUp === null ? null : lookedUp(lookUp, items, run);
  if (found !== null && lookUp?.whole) return each(node, found, run);
  const candidates = found ?? items;
  run.step(candidates.length * cost, at);
  const results: JsonValue[] = [];
  for (const item of candidates) {
    if (!isTruthy(interpret(condition, item, run), run, at)) continue;
    const value = interpret(right, item, run);
    if (value !== null) results.push(value);
  }
  return results;
}

/**
 * The resources to consider, by the index, or null where only a scan gives the right answer: when the list is not the
 * indexed one, or when the constant is no text. An empty list is scanned too, so that the constant is not evaluated.
 */
function lookedUp(
  { key, constant }: LookUp,
  items: readonly JsonValue[],
  run: Evaluation,
): readonly JsonValue[] | null {
  const { resources } = run;
  if (resources === null || resources.items !== items || items.length === 0) return null;
  const wanted = interpret(constant, null, run);
  if (typeof wanted !== 'string') return null;
  run.step(wanted.length >> 6, constant.at);
  return resources.find(key, wanted);
}

function call(node: CallNode, current: JsonValue, run: Evaluation): JsonValue {
  const operands: Operand[] = [];
  for (const argument of node.args) operands.push(operand(node, argument, current, run));
  return node.fn.call(operands, run, node);
}

function operand(node: CallNode, argument: Argument, current: JsonValue, run: Evaluation): Operand {
  const { parameter, expression, at } = argument;
  if (isExpression(parameter)) return handedOver(argument, run);
  const value = interpret(expression, current, run);
  if (parameter.each && isArray(value)) run.step(value.length, at);
  if (parameter.accepts(value)) return value;
  // By type only: the value itself may be a secret.
  const message = describeMismatch(node.name, node.args.indexOf(argument), parameter, typeName(value));
  throw run.failure('query.invalid-type', message, at);
}

function handedOver({ expression, cost }: Argument, run: Evaluation): Expression {
  return { apply: (value) => interpret(expression, value, run), cost };
}
