import { type Allowance, type Budget, singleQuery } from './budget.ts';
import { isArray, type JsonObject, type JsonValue } from './json-value.ts';
import { QueryError, type QueryErrorCode, queryErrorCodes } from './query-error.ts';
import { queryLimits } from './query-limits.ts';
import type { ResourceList } from './resource-list.ts';

/** What a query may see besides the root data. Everything comes from here; nothing is registered anywhere. */
export interface QueryContext {
  readonly parameters?: ReadonlyMap<string, JsonValue>;
  readonly variables?: ReadonlyMap<string, JsonValue>;
  /** The budget of the submission; without one the query has the limits of a single query. */
  readonly budget?: Budget;
  /** Makes `resources[?name==...]` a look-up, when the root data is the `root` of this list. */
  readonly resources?: ResourceList;
}

/** The literals of the query, and what errors say of it. */
interface WrittenQuery {
  readonly text: string;
  readonly literals: readonly JsonValue[];
  offsetOf(at: number): number;
}

const none: ReadonlyMap<string, JsonValue> = new Map();

/**
 * All that one evaluation knows besides the current value, and the count of what it uses: at most its own share, and at
 * most what the submission has left. Lives as long as the call.
 */
export class Evaluation {
  readonly parameters: ReadonlyMap<string, JsonValue>;
  readonly variables: ReadonlyMap<string, JsonValue>;
  readonly resources: ResourceList | null;
  readonly literals: readonly JsonValue[];
  readonly #query: WrittenQuery;
  readonly #budget: Budget | null;
  #steps: number;
  #text: number;
  #result: number;

  constructor(query: WrittenQuery, { parameters = none, variables = none, resources, budget }: QueryContext) {
    this.parameters = parameters;
    this.variables = variables;
    this.resources = resources ?? null;
    this.literals = query.literals;
    this.#query = query;
    this.#budget = budget ?? null;
    const { steps, text, result } = budget?.perQuery ?? singleQuery;
    const left = budget?.left ?? singleQuery;
    this.#steps = Math.min(steps, left.steps);
    this.#text = Math.min(text, left.text);
    this.#result = Math.min(result, left.result);
  }

  /** This and the next two are called before the work is done: too much work is refused rather than interrupted. */
  step(count: number, at: number): void {
    this.#steps -= count;
    if (this.#steps < 0) throw this.#exceeded('steps', at);
  }

  grow(characters: number, at: number): void {
    this.#text -= characters;
    if (this.#text < 0) throw this.#exceeded('text', at);
  }

  yield(characters: number, at: number): void {
    this.#result -= characters;
    if (this.#result < 0) throw this.#exceeded('result', at);
  }

  get textLeft(): number {
    return this.#text;
  }

  get resultLeft(): number {
    return this.#result;
  }

  /** What was used is gone from the submission's budget, whether the query succeeded or not. */
  settle(): void {
    if (this.#budget === null) return;
    const { left, perQuery } = this.#budget;
    left.steps -= Math.min(perQuery.steps, left.steps) - Math.max(this.#steps, 0);
    left.text -= Math.min(perQuery.text, left.text) - Math.max(this.#text, 0);
    left.result -= Math.min(perQuery.result, left.result) - Math.max(this.#result, 0);
  }

  /** The literal at this place where it is a text. */
  literalText(slot: number | null): string | null {
    const literal = slot === null ? null : this.literals[slot];
    return typeof literal === 'string' ? literal : null;
  }

  /** `at` is a place in the text that the shape was parsed from; the error tells of the one in this query. */
  failure(code: QueryErrorCode, message: string, at: number): QueryError {
    return new QueryError(code, message, this.#query.text, this.#query.offsetOf(at));
  }

  #exceeded(what: keyof Allowance, at: number): QueryError {
    const { code, unit } = queryLimits[what];
    const budget = this.#budget;
    const allowed =
      budget !== null && budget.left[what] < budget.perQuery[what]
        ? `At most ${budget.total[what]} ${unit} are allowed for all queries of a submission together.`
        : `At most ${(budget?.perQuery ?? singleQuery)[what]} ${unit} are allowed.`;
    return this.failure(code, `${queryErrorCodes[code]} ${allowed}`, at);
  }
}

/** The names of an object's members. Listing those of a very large object is slow, so that it is counted. */
export function namesOf(value: JsonObject, run: Evaluation, at: number): readonly string[] {
  const names = Object.keys(value);
  run.step(names.length > 1_000 ? names.length * 4 : names.length >> 2, at);
  return names;
}

/** False, null and everything empty count as false; zero does not. */
export function isTruthy(value: JsonValue, run: Evaluation, at: number): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'number') return true;
  return isArray(value) ? value.length > 0 : namesOf(value, run, at).length > 0;
}
