import { unwrapResult } from '../query/index.ts';
import { isArray, isObject, type JsonValue, setMember } from '../query/json-value.ts';
import { type CompiledQuery, compileQuery, type QueryPlace } from './compile-query.ts';
import { type Expression, isLiteral, type QueryExpression } from './expression.ts';
import { readInlineText } from './inline-query.ts';
import type { Findings, Path } from './problem.ts';
import type { Scope } from './scope.ts';

export interface ValuePlace extends Omit<QueryPlace, 'mayReadSecrets'> {
  /** Fields that are kept secret, and may therefore be given by a secret parameter. */
  readonly keepsSecret?: (path: Path) => boolean;
  /** Fields that take a list: a query that gives one value stands for a list of one there. */
  readonly isList?: (path: Path) => boolean;
}

export interface CompiledValue {
  readonly expression: Expression;
  /** All queries that are left to run. */
  readonly queries: readonly QueryExpression[];
  readonly isSecret: boolean;
}

/** Compiles every query in a value of the template, however deep it stands, and puts in what is known already. */
export function compileValue(value: JsonValue, place: ValuePlace, scope: Scope, findings: Findings): CompiledValue {
  const compiler = new ValueCompiler(place, scope, findings);
  const expression = compiler.compile(value, place.path);
  return { expression, queries: compiler.queries, isSecret: compiler.sawSecret };
}

/** Most values have none, and are then taken as they are. */
function mayHoldQuery(value: JsonValue): boolean {
  if (typeof value === 'string') return value.startsWith('$');
  if (typeof value !== 'object' || value === null) return false;
  if (isArray(value)) return value.some(mayHoldQuery);
  for (const name in value) if (mayHoldQuery(value[name] ?? null)) return true;
  return false;
}

class ValueCompiler {
  readonly #place: ValuePlace;
  readonly #scope: Scope;
  readonly #findings: Findings;
  readonly queries: QueryExpression[] = [];
  sawSecret = false;

  constructor(place: ValuePlace, scope: Scope, findings: Findings) {
    this.#place = place;
    this.#scope = scope;
    this.#findings = findings;
  }

  compile(value: JsonValue, path: Path): Expression {
    if (!mayHoldQuery(value)) return { kind: 'literal', value };
    if (typeof value === 'string') return this.#text(value, path);
    if (isArray(value)) return this.#list(value, path);
    if (isObject(value)) return this.#object(value, path);
    return { kind: 'literal', value };
  }

  #text(text: string, path: Path): Expression {
    const inline = readInlineText(text);
    if ('literal' in inline) return { kind: 'literal', value: inline.literal };
    const compiled = this.#query(inline.query, path);
    const isList = this.#place.isList?.(path) ?? false;
    if (compiled.kind === 'query') return this.#later({ ...compiled, text, path, isList });
    if (compiled.kind === 'broken') return { kind: 'broken', text };
    return { kind: 'literal', value: isList ? asList(compiled.result) : unwrapResult(compiled.result).value };
  }

  #query(query: string, path: Path): CompiledQuery {
    const { keepsSecret } = this.#place;
    const compiled = compileQuery(
      query,
      { ...this.#place, path, mayReadSecrets: keepsSecret?.(path) ?? false },
      this.#scope,
      this.#findings,
    );
    if (compiled.kind === 'literal' && compiled.isSecret) this.sawSecret = true;
    return compiled;
  }

  #later(query: QueryExpression): Expression {
    this.queries.push(query);
    return query;
  }

  #list(list: readonly JsonValue[], path: Path): Expression {
    const items: Expression[] = [];
    for (const [index, item] of list.entries()) {
      const at = [...path, index];
      const inline = typeof item === 'string' ? readInlineText(item) : undefined;
      if (inline === undefined || 'literal' in inline) {
        items.push(this.compile(item, at));
        continue;
      }
      const compiled = this.#query(inline.query, at);
      if (compiled.kind === 'literal') items.push(...spread(compiled.result));
      else if (compiled.kind === 'query')
        items.push(this.#later({ ...compiled, text: `$${inline.query}`, path: at, isList: false }));
      else items.push({ kind: 'broken', text: `$${inline.query}` });
    }
    if (items.every(isLiteral)) return { kind: 'literal', value: items.map(({ value }) => value) };
    return { kind: 'list', items };
  }

  #object(object: { readonly [name: string]: JsonValue }, path: Path): Expression {
    const members = Object.entries(object).map(
      ([name, value]) => [name, this.compile(value, [...path, name])] as const,
    );
    if (!members.every(([, expression]) => isLiteral(expression))) return { kind: 'object', members };
    const value: Record<string, JsonValue> = {};
    for (const [name, expression] of members) if (isLiteral(expression)) setMember(value, name, expression.value);
    return { kind: 'literal', value };
  }
}

/** Null stays null, which clears the field (contract A10). */
export function asList(result: JsonValue): JsonValue {
  return isArray(result) || result === null ? result : [result];
}

/** An element that yields several values, or none, stands for all of them (contract A5). */
function spread(result: JsonValue): Expression[] {
  const values = isArray(result) ? result : [result];
  return values.map((value) => ({ kind: 'literal', value }));
}
