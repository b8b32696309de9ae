import { evaluate, type JsonValue, QueryError, type ResourceList, unwrapResult } from '../query/index.ts';
import { isArray, setMember } from '../query/json-value.ts';
import { toFinding } from './compile-query.ts';
import { asList } from './compile-value.ts';
import type { Expression, QueryExpression } from './expression.ts';
import type { Findings } from './problem.ts';
import type { QueryScope } from './scope.ts';
import type { StandIns } from './stand-ins.ts';

export interface EvaluationPlace {
  readonly scope: QueryScope;
  /** What is provisioned so far (contract A4). */
  readonly resources: ResourceList;
  readonly findings: Findings;
  readonly resource: string | null;
  /** Answers that hold one of these are not known, because the resource that they come from failed. */
  readonly standIns: StandIns;
  /** What stands for an answer that is not known. */
  readonly unknown: (query: string) => object;
  /** In an output a query may find nothing; where a resource needs the value it is an error (contract A6). */
  readonly mayFindNothing?: boolean;
}

export interface Evaluated {
  readonly value: JsonValue;
  /** The same with what is not known marked as such. Is `value` itself where everything is known. */
  readonly marked: unknown;
}

/** The value of an expression. What is wrong goes to the findings, and null stands for it. */
export function evaluateExpression(expression: Expression, place: EvaluationPlace): Evaluated {
  switch (expression.kind) {
    case 'literal':
      return { value: expression.value, marked: expression.value };
    case 'broken':
      return { value: null, marked: null };
    case 'query':
      return answer(expression, place);
    case 'list':
      return evaluateList(expression.items, place);
    case 'object':
      return evaluateObject(expression.members, place);
  }
}

function answer(query: QueryExpression, place: EvaluationPlace): Evaluated {
  const result = run(query, place);
  const { matched, value } = unwrapResult(result);
  if (!matched && place.mayFindNothing !== true) tellNoMatch(query, place);
  return mark(query.isList ? asList(result) : value, query, place);
}

function mark(value: JsonValue, query: QueryExpression, { standIns, unknown }: EvaluationPlace): Evaluated {
  return { value, marked: standIns.isIn(value) ? unknown(query.text) : value };
}

function run(query: QueryExpression, { scope, resources, findings, resource }: EvaluationPlace): JsonValue {
  const { parameters, variables, budget } = scope;
  try {
    return evaluate(query.program, resources.root, { parameters, variables, budget, resources });
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    findings.add({ ...toFinding(error, { path: query.path, resource }), kind: 'unprocessable' });
    return failed;
  }
}

/** A result that counts as a match, so that a failed query is told of once. */
const failed: JsonValue = Object.freeze({});

function tellNoMatch(query: QueryExpression, { findings, resource }: EvaluationPlace): void {
  findings.add({
    code: 'query.no-match',
    message: 'The query finds nothing among the resources that are provisioned before this one.',
    file: 'template',
    path: query.path,
    resource,
    character: 1,
    kind: 'unprocessable',
  });
}

/** An element whose query yields several values stands for all of them (contract A5). */
function evaluateList(items: readonly Expression[], place: EvaluationPlace): Evaluated {
  const values: JsonValue[] = [];
  const marked: unknown[] = [];
  for (const item of items) {
    if (item.kind !== 'query') {
      const evaluated = evaluateExpression(item, place);
      values.push(evaluated.value);
      marked.push(evaluated.marked);
      continue;
    }
    const result = run(item, place);
    if (!unwrapResult(result).matched && place.mayFindNothing !== true) tellNoMatch(item, place);
    for (const value of isArray(result) ? result : [result]) {
      values.push(value);
      marked.push(mark(value, item, place).marked);
    }
  }
  return { value: values, marked };
}

function evaluateObject(members: readonly (readonly [string, Expression])[], place: EvaluationPlace): Evaluated {
  const value: Record<string, JsonValue> = {};
  const marked: Record<string, unknown> = {};
  for (const [name, expression] of members) {
    const evaluated = evaluateExpression(expression, place);
    setMember(value, name, evaluated.value);
    setMember(marked as Record<string, JsonValue>, name, evaluated.marked as JsonValue);
  }
  return { value, marked };
}
