import { Budget, type JsonValue, type Program } from '../query/index.ts';
import type { Parameters } from './parse-parameters.ts';

/** What queries can name, and what they may use. */
export interface QueryScope {
  readonly parameters: ReadonlyMap<string, JsonValue>;
  readonly variables: ReadonlyMap<string, JsonValue>;
  readonly budget: Budget;
}

/** The names of one submission. Grows while variables are worked out. */
export class Scope implements QueryScope {
  readonly parameters: ReadonlyMap<string, JsonValue>;
  readonly variables = new Map<string, JsonValue>();
  readonly budget: Budget;
  readonly #secretParameters: ReadonlySet<string>;
  readonly #brokenParameters: ReadonlySet<string>;
  readonly #secretVariables = new Set<string>();
  readonly #brokenVariables = new Set<string>();

  constructor(parameters: Parameters, budget: Budget) {
    const known = new Map(parameters.values);
    for (const name of parameters.broken) known.set(name, null);
    this.parameters = known;
    this.#secretParameters = parameters.secrets;
    this.#brokenParameters = parameters.broken;
    this.budget = budget;
  }

  define(name: string, value: JsonValue, isSecret: boolean): void {
    this.variables.set(name, value);
    if (isSecret) this.#secretVariables.add(name);
  }

  /** A variable that is there and has no value, because something is wrong with it: using it is no second mistake. */
  defineBroken(name: string): void {
    this.variables.set(name, null);
    this.#brokenVariables.add(name);
  }

  /** For a run: what an earlier one used up is no reason to fail. */
  renewed(): QueryScope {
    return { parameters: this.parameters, variables: this.variables, budget: new Budget() };
  }

  /** Whether the query may read a secret parameter, directly or through a variable (contract A1). */
  isSecret({ names }: Program): boolean {
    return (
      names.parameters.some((name) => this.#secretParameters.has(name)) ||
      names.variables.some((name) => this.#secretVariables.has(name)) ||
      (names.computedParameters && this.#secretParameters.size > 0) ||
      (names.computedVariables && this.#secretVariables.size > 0)
    );
  }

  /** Whether it uses something that a problem was told of already. */
  isBroken({ names }: Program): boolean {
    return (
      names.parameters.some((name) => this.#brokenParameters.has(name)) ||
      names.variables.some((name) => this.#brokenVariables.has(name)) ||
      (names.computedParameters && this.#brokenParameters.size > 0) ||
      (names.computedVariables && this.#brokenVariables.size > 0)
    );
  }
}
