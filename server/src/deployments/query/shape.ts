import { Analysis } from './analysis.ts';
import type { Node } from './ast.ts';
import type { JsonValue } from './json-value.ts';
import type { ParsedQuery } from './parser.ts';

/**
 * A parsed query without its literals. Queries that differ in the texts between their quotes only, as those of a template
 * do that pick one resource after another, have the same shape: it is parsed and analysed once.
 */
export class Shape {
  /** The query that was parsed. Places in the tree are offsets in this text. */
  readonly text: string;
  readonly node: Node;
  /** How many parts the expression has. */
  readonly size: number;
  /** The literals of `text`, and the offsets behind them. */
  readonly literals: readonly JsonValue[];
  readonly literalEnds: readonly number[];
  #analysis: Analysis | null = null;

  constructor(text: string, { node, size, literals, literalEnds }: ParsedQuery) {
    this.text = text;
    this.node = node;
    this.size = size;
    this.literals = literals;
    this.literalEnds = literalEnds;
    Object.freeze(this);
  }

  /** Made when it is first asked for, and kept. */
  get analysis(): Analysis {
    this.#analysis ??= new Analysis(this.node);
    return this.#analysis;
  }
}
