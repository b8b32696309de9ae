import type { Argument, Comparator, HashEntry, Node } from './ast.ts';
import { checkCall, functionNamed, parameterAt } from './check-call.ts';
import type { AnyParameter } from './function-parameters.ts';
import type { JsonValue } from './json-value.ts';
import { Lexer, type TokenKind } from './lexer.ts';
import {
  callNode,
  chainNode,
  compareNode,
  currentNode,
  fieldNode,
  filterNode,
  flattenNode,
  hashNode,
  indexNode,
  listNode,
  literalNode,
  logicNode,
  notNode,
  projectionNode,
  sliceNode,
} from './make-node.ts';
import { power, powerOf } from './precedence.ts';
import { QueryError } from './query-error.ts';
import { queryLimits } from './query-limits.ts';

/** Whatever binds weaker than this ends a projection; a flatten does, so that it applies to the whole. */
const projectionEnd = 10;

const comparators: readonly Comparator[] = ['==', '!=', '<', '<=', '>', '>='];

export interface ParsedQuery {
  readonly node: Node;
  /** How many parts the expression has. */
  readonly size: number;
  readonly literals: readonly JsonValue[];
  /** The offsets behind the literals. */
  readonly literalEnds: readonly number[];
}

/** Top-down operator precedence over the grammar of the JMESPath specification. */
export function parse(text: string): ParsedQuery {
  const { perQuery, code } = queryLimits.length;
  if (text.length > perQuery) {
    throw new QueryError(code, `A query may have at most ${perQuery} characters.`, text, perQuery);
  }
  return new Parser(text).parseAll();
}

class Parser {
  readonly #lexer: Lexer;
  #depth = 0;
  /** Counts the parts read so far; the difference between two places is the cost of what stands between them. */
  #size = 0;
  readonly #literals: JsonValue[] = [];
  readonly #literalEnds: number[] = [];

  constructor(text: string) {
    this.#lexer = new Lexer(text);
  }

  parseAll(): ParsedQuery {
    const node = this.#expression(0);
    this.#lexer.expect('end');
    if (node.height > queryLimits.depth.perQuery) throw this.#tooDeep(node.at);
    return {
      node,
      size: this.#size,
      literals: Object.freeze(this.#literals),
      literalEnds: Object.freeze(this.#literalEnds),
    };
  }

  #expression(least: number): Node {
    this.#enter();
    const node = this.#extend(this.#prefix(), least);
    this.#depth -= 1;
    return node;
  }

  /** Takes in all operators that bind tighter than `least`. */
  #extend(node: Node, least: number): Node {
    let left = node;
    while (powerOf(this.#lexer.kind) > least) left = this.#infix(left);
    return left;
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > queryLimits.depth.perQuery) throw this.#tooDeep(this.#lexer.start);
  }

  #tooDeep(at: number): QueryError {
    return new QueryError('query.too-deep', 'The query is nested too deeply.', this.#lexer.text, at);
  }

  #prefix(): Node {
    const lexer = this.#lexer;
    const { kind, start: at, value } = lexer;
    this.#size += 1;
    switch (kind) {
      case 'name':
        lexer.advance();
        return lexer.kind === '(' ? this.#call(at, String(value)) : fieldNode(at, String(value));
      case 'quoted-name':
        lexer.advance();
        if (lexer.kind === '(') throw lexer.unexpected();
        return fieldNode(at, String(value));
      case 'literal':
        return this.#literal(at, value);
      case '@':
        lexer.advance();
        return currentNode(at);
      case '(':
        return this.#group();
      case '!':
        // Negates a whole path, `!a.b[]` included, but not a comparison: brackets bind tighter than `!`.
        lexer.advance();
        return notNode(at, this.#expression(power.not));
      case '*':
        lexer.advance();
        return this.#projection(at, 'values', currentNode(at));
      case '[]':
      case '[?':
        return this.#infix(currentNode(at));
      case '[':
        return this.#openingBracket();
      case '{':
        return this.#hash();
      default:
        throw lexer.unexpected();
    }
  }

  #literal(at: number, value: JsonValue): Node {
    const slot = this.#literals.push(value) - 1;
    this.#literalEnds.push(this.#lexer.end);
    this.#lexer.advance();
    return literalNode(at, value, slot);
  }

  #infix(left: Node): Node {
    const lexer = this.#lexer;
    const { kind, start: at } = lexer;
    this.#size += 1;
    lexer.advance();
    switch (kind) {
      case '.':
        if (lexer.accept('*')) return this.#projection(at, 'values', left);
        return chainNode(at, left, this.#member(power.dot));
      case '[':
        return this.#bracketSpecifier(at, left);
      case '[?':
        return this.#filter(at, left);
      case '[]':
        return this.#projection(at, 'list', flattenNode(at, left), power.flatten);
      case '|':
        return chainNode(at, left, this.#expression(power.pipe));
      case '||':
        return logicNode('or', at, left, this.#expression(power.or));
      case '&&':
        return logicNode('and', at, left, this.#expression(power.and));
      default:
        return this.#comparison(at, left, kind);
    }
  }

  #comparison(at: number, left: Node, kind: TokenKind): Node {
    const operator = comparators.find((comparator) => comparator === kind);
    if (operator === undefined) throw this.#lexer.unexpected();
    return compareNode(at, operator, left, this.#expression(power.compare));
  }

  #group(): Node {
    this.#lexer.expect('(');
    const node = this.#expression(0);
    this.#lexer.expect(')');
    return node;
  }

  #call(at: number, name: string): Node {
    const lexer = this.#lexer;
    const fn = functionNamed(name, lexer.text, at);
    const args: Argument[] = [];
    lexer.expect('(');
    if (!lexer.accept(')')) {
      do args.push(this.#argument(parameterAt(fn, args.length)));
      while (lexer.accept(','));
      lexer.expect(')');
    }
    checkCall(name, fn, args, lexer.text, at);
    return callNode(at, name, fn, Object.freeze(args));
  }

  #argument(parameter: AnyParameter): Argument {
    const before = this.#size;
    const at = this.#lexer.start;
    const reference = this.#lexer.accept('&');
    const expression = this.#expression(0);
    return Object.freeze({ at, parameter, cost: this.#size - before, reference, expression });
  }

  /** At the start of an expression `[0]`, `[1:2]` and `[*]` apply to the current value; all else is a list of expressions. */
  #openingBracket(): Node {
    const lexer = this.#lexer;
    const at = lexer.expect('[');
    if (lexer.kind === 'number' || lexer.kind === ':') return this.#bracketSpecifier(at, currentNode(at));
    const starAt = lexer.start;
    if (!lexer.accept('*')) return this.#list(at, this.#expression(0));
    if (lexer.accept(']')) return this.#projection(at, 'list', currentNode(at));
    return this.#list(at, this.#extend(this.#projection(starAt, 'values', currentNode(starAt)), 0));
  }

  /** What follows `left[`. */
  #bracketSpecifier(at: number, left: Node): Node {
    const lexer = this.#lexer;
    if (lexer.accept('*')) {
      lexer.expect(']');
      return this.#projection(at, 'list', left);
    }
    const start = this.#number();
    if (lexer.accept(':')) return this.#slice(at, left, start);
    if (start === null) throw lexer.unexpected();
    lexer.expect(']');
    return indexNode(at, left, start);
  }

  #slice(at: number, left: Node, start: number | null): Node {
    const lexer = this.#lexer;
    const stop = this.#number();
    const stepAt = lexer.start;
    const step = lexer.accept(':') ? this.#number() : null;
    lexer.expect(']');
    if (step === 0) throw new QueryError('query.invalid-value', 'The step of a slice cannot be 0.', lexer.text, stepAt);
    return this.#projection(at, 'list', sliceNode(at, left, { start, stop, step: step ?? 1 }));
  }

  #number(): number | null {
    const { kind, value } = this.#lexer;
    if (kind !== 'number') return null;
    this.#lexer.advance();
    return Number(value);
  }

  /** What follows `left[?`. */
  #filter(at: number, left: Node): Node {
    const before = this.#size;
    const condition = this.#expression(0);
    this.#lexer.expect(']');
    const right = this.#projected(power.filter);
    return filterNode(at, this.#size - before, left, condition, right);
  }

  #projection(at: number, over: 'list' | 'values', left: Node, least: number = power.project): Node {
    const before = this.#size;
    const right = this.#projected(least);
    return projectionNode(at, over, this.#size - before, left, right);
  }

  /** What is applied to each element: all that follows, up to an operator that ends the projection. */
  #projected(least: number): Node {
    const { kind, start } = this.#lexer;
    this.#size += 1;
    if (powerOf(kind) < projectionEnd) return currentNode(start);
    this.#enter();
    const node = this.#lexer.accept('.') ? this.#member(least) : this.#extend(this.#infix(currentNode(start)), least);
    this.#depth -= 1;
    return node;
  }

  /**
   * What may stand behind a dot: a name, a call, `*`, a list or a hash, but no literal and no index. A list or a hash takes
   * in nothing that follows, so that it ends a projection: `a[*].[b, c][0]` is the first of the lists, here as elsewhere.
   */
  #member(least: number): Node {
    const lexer = this.#lexer;
    switch (lexer.kind) {
      case 'name':
      case 'quoted-name':
      case '*':
        return this.#expression(least);
      case '[': {
        const at = lexer.expect('[');
        return this.#list(at, this.#expression(0));
      }
      case '{':
        return this.#hash();
      default:
        throw lexer.unexpected();
    }
  }

  /** The rest of a list of expressions whose first one is read. */
  #list(at: number, first: Node): Node {
    const items = [first];
    while (this.#lexer.accept(',')) items.push(this.#expression(0));
    this.#lexer.expect(']');
    return listNode(at, Object.freeze(items));
  }

  #hash(): Node {
    const lexer = this.#lexer;
    const at = lexer.expect('{');
    const entries: HashEntry[] = [];
    do {
      const { kind, value } = lexer;
      if (kind !== 'name' && kind !== 'quoted-name') throw lexer.unexpected();
      lexer.advance();
      lexer.expect(':');
      entries.push(Object.freeze({ name: String(value), value: this.#expression(0) }));
    } while (lexer.accept(','));
    lexer.expect('}');
    return hashNode(at, Object.freeze(entries));
  }
}
